/**
 * The facts of indexed files, decoded when they are asked for: as text of the run that read them, else from the snapshot. Those
 * of sources are held by whoever works on them, those of documents stay, since all of them are needed whenever one is.
 */
import type { DocumentFacts, DocumentKind } from './document-facts.js';
import { decodeDocumentFacts } from './document-facts-codec.js';
import type { Facts } from './facts.js';
import { decodeFacts } from './facts-codec.js';
import type { IndexedFile } from './file-set.js';
import { type Knowledge, pathsOf } from './project-knowledge.js';
import type { FactsSource } from './resolve/resolve.js';
import { SnapshotDamage } from './snapshot/damage.js';
import type { FactsText, Snapshot } from './snapshot.js';

export class KnownFacts {
  readonly #snapshot: () => Snapshot | undefined;
  /** By path, as they were last read. */
  readonly #documents = new Map<string, { readonly file: string; readonly facts: DocumentFacts }>();

  /** `snapshot` gives the one to read from. */
  constructor(snapshot: () => Snapshot | undefined) {
    this.#snapshot = snapshot;
  }

  /** Not decoded. */
  textOf(file: IndexedFile): FactsText {
    const facts = file.facts ?? this.#snapshot()?.storedFacts(file.path);
    if (facts === undefined) throw new Error(`there are no facts of ${file.path}`);
    return facts;
  }

  ofDocument(file: IndexedFile, kind: DocumentKind): DocumentFacts {
    const key = `${kind} ${file.hash}`;
    const known = this.#documents.get(file.path);
    if (known?.file === key) return known.facts;
    const facts = decoded(file.path, this.textOf(file), decodeDocumentFacts);
    this.#documents.set(file.path, { file: key, facts });
    return facts;
  }

  /** Those of sources, for the linker. */
  source(knowledge: Knowledge): FactsSource {
    // The linker holds what it works on; of the rest there may be too much to keep.
    const held = new Map<string, WeakRef<Facts>>();
    const fileAt = (path: string): IndexedFile => {
      const file = knowledge.files.get(path);
      if (file === undefined) throw new Error(`facts were asked for ${path}, which is not indexed`);
      return file;
    };
    return {
      paths: pathsOf(knowledge).sources,
      ...knowledge.imports,
      hash: (path) => fileAt(path).hash,
      facts: (path) => {
        let facts = held.get(path)?.deref();
        if (facts === undefined) {
          facts = decoded(path, this.textOf(fileAt(path)), (text) => decodeFacts(path, text));
          held.set(path, new WeakRef(facts));
        }
        return facts;
      },
    };
  }
}

/** Facts of a snapshot may have been written by anybody: a SnapshotDamage is thrown for those that cannot be read. */
function decoded<Decoded>(path: string, text: FactsText, decode: (text: string) => Decoded): Decoded {
  if (typeof text === 'string') return decode(text);
  const stored = text.read().toString('utf8');
  try {
    return decode(stored);
  } catch (error) {
    throw new SnapshotDamage(`the facts of ${path} are not what they must be`, { cause: error });
  }
}
