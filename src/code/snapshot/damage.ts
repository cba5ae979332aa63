/** The fault of a file, not of a caller and not of ours: whoever reads from a snapshot must be ready for it. */

/** What a reader of a snapshot gets when its bytes are not what was written. The message says which. */
export class SnapshotDamage extends Error {
  override readonly name = 'SnapshotDamage';
}
