/** `kg-memory tests`: which tests reach a symbol, or what was changed, as a line for pytest. */
import { symbolsOn } from '../code/query/changed-symbols.js';
import { type TestsAnswer, testsOf } from '../code/query/tests-of.js';
import { blindSpots } from '../code/render/state-line.js';
import { testsDocument } from '../code/render/tests.js';
import { pageFrom } from '../code/render.js';
import { KgError } from '../kernel/errors.js';
import { askIndex, PAGE_OPTIONS } from './ask.js';
import { defineCommand } from './command.js';
import { type Changes, changesSince } from './git-diff.js';
import { nodeNamed } from './named-node.js';
import { integer, text, toggle } from './options.js';

const NO_CHANGES: Changes = { files: [], deleted: [] };

export const testsCommand = defineCommand({
  name: 'tests',
  summary: 'Show which tests reach a symbol or a change',
  about: [
    'Along calls backwards from a class, function or file to the tests, fixtures that pytest passes included. With --changed, from what differs in the working tree from HEAD (or --since a revision), as git tells it.',
    'A test that is not found may still reach it: by a framework, by a name put together at run time, by a call through an unknown receiver.',
  ],
  operands: [{ name: 'symbol', isRequired: false, why: 'A class, function or file; an id or a loose name' }],
  options: {
    changed: toggle('Ask about what differs from HEAD instead of a symbol'),
    since: text('REV', 'Compare with this revision instead of HEAD; implies --changed'),
    depth: integer('At most this many calls between a test and what it reaches', {
      min: 1,
      max: 20,
      standard: 8,
    }),
    ...PAGE_OPTIONS,
  },
  examples: [
    ['kg-memory tests Oven.heat', 'What to run after a change of one method.'],
    ['kg-memory tests --changed --since main', 'What to run for a branch.'],
  ],
  run: async ({ operands: [symbol = ''], options }, session) => {
    const { changed, since, depth, ...page } = options;
    const isChange = changed === true || since !== undefined;
    if (isChange === (symbol !== '')) {
      throw new KgError('usage', 'tests needs a symbol or --changed, and not both', {
        hint: 'kg-memory tests Oven.heat, or kg-memory tests --changed',
      });
    }
    const revision = since ?? 'HEAD';
    const { root } = await session.loadConfig();
    const changes = isChange ? await changesSince(root, revision, 'kg-memory tests --changed') : NO_CHANGES;
    let about = `what differs from ${revision}`;
    return askIndex<TestsAnswer>(
      'tests',
      {
        asked: { symbol, since: isChange ? revision : undefined, depth },
        page,
        ask: (view, _offset, project) => {
          if (isChange) return testsOf(view, symbolsOn(view, changes.files), depth);
          const { node } = nodeNamed(view, project, symbol);
          about = view.id(node);
          return testsOf(view, [node], depth);
        },
        document: (answer, project, offset) => {
          const outside = blindSpots(project.state());
          return pageFrom(testsDocument(answer, { about, outside, deleted: changes.deleted }), offset);
        },
        more: () => (isChange ? { revision, deleted: changes.deleted } : {}),
      },
      session,
    );
  },
});
