/**
 * Whether a file in a folder of records is one, by what stands in it: for those whose names do not tell, as `use-steam.md`. A
 * record says its status, why, and what was decided; two of the three are enough, since one of them alone stands in notes,
 * glossaries and guides too. It is a look at headings and labels, not a reading.
 */

const MARK = String.raw`^(?:#{1,4}[ \t]+|[-*+][ \t]+|>[ \t]*|\|[ \t]*)?[*_]*`;
const HEADING = String.raw`^(?:#{1,4}[ \t]+|\*\*)(?:[\d.]+[ \t]+)?`;
const SIGNS: readonly RegExp[] = [
  new RegExp(
    `${MARK}(?:status|statut|estado|stato|статус|状态|狀態|状態|ステータス)[*_]*[ \\t]*(?:[:：|]|$)`,
    'imu',
  ),
  new RegExp(
    `${HEADING}(?:context|background|problem|motivation|kontext|ausgangslage|contexte|contexto|contesto|контекст|背景|コンテキスト)`,
    'imu',
  ),
  new RegExp(
    `${HEADING}(?:decision|considered options|entscheidung|décision|decisión|decisão|decisione|решение|决策|决定|決定|決策)`,
    'imu',
  ),
];

/** Whether a text is a record, as far as its headings and labels tell. */
export function looksLikeRecord(text: string): boolean {
  return SIGNS.filter((sign) => sign.test(text)).length >= 2;
}
