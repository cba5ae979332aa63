/** `kg-memory index`: index a project, or bring its index up to date, and show what was found. */
import { statusOf } from '../code/query/status.js';
import { stateLine } from '../code/render/state-line.js';
import { renderDocument } from '../code/render.js';
import { type Config, environment } from '../config.js';
import { defineCommand, type Outcome, type Session } from './command.js';
import { indexDocument } from './index-document.js';
import { invocationsOf } from './invocation.js';
import { STATUS_NAME, withProject } from './open-index.js';
import { toggle, twoWay } from './options.js';
import { PhaseTimes } from './phase-times.js';
import { planText } from './plan-text.js';

// The summary is short by itself; nothing of it should be left out.
const TOKENS_MAX = 100_000;

export const indexCommand = defineCommand({
  name: 'index',
  summary: 'Index a project, or bring its index up to date',
  about: [
    'Reads every Python file once and keeps the graph in .kg-index.json. Later runs read only what has changed; the server for coding agents does so by itself. Exit code 3 says that no Python file was found.',
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: {
    llm: {
      ...twoWay('Let the language model read the decision records'),
      standard: 'as KG_LLM_ENABLED says',
    },
    dryRun: toggle('Only tell what would be sent to the language model'),
  },
  examples: [
    ['kg-memory index', 'Index the project in this folder.'],
    ['kg-memory index ~/code/bakery --source-dirs src,tools', 'Another one, two of its folders.'],
    ['kg-memory index --llm --dry-run', 'What a language model would be sent, and roughly how much.'],
  ],
  run: async ({ operands: [path], options }, session) => {
    const config = withModel(
      await session.loadConfig(path),
      options.dryRun === true ? undefined : options.llm,
    );
    const { llm } = config;
    if (options.dryRun === true) return tellPlan(session, config);
    const times = new PhaseTimes();
    const timed = { ...session, progress: times.passOn(session.progress) };
    const project = await withProject(timed, config, 'index', async (opened) => {
      if (options.llm ?? llm.enabled) await opened.enrich?.(timed.progress, session.signal);
      // What was read from the disk is looked at while it can still be made anew.
      statusOf(opened.root, opened.view(), opened.state(), opened.problems());
      return opened;
    });
    // What is known after closing: the snapshot is written then.
    const state = project.state();
    const status = statusOf(project.root, project.view(), state, project.problems());
    const phases = times.list();
    const invocations = invocationsOf(process.argv[1] ?? '', environment().PATH ?? '');
    const text = renderDocument(indexDocument(status, phases, invocations), {
      maxTokens: TOKENS_MAX,
      stateLine: stateLine(state, { statusName: STATUS_NAME }),
      cursorAt: () => '',
    });
    // A graph that could not be kept (the reason is a note) has to be made again by whoever asks next.
    const isPartial = state.snapshot === undefined || (state.llm.failures ?? []).length > 0;
    const exitCode = isPartial ? 1 : state.sources.files === 0 ? 3 : 0;
    return { exitCode, text, result: { ...status, phases } };
  },
});

/** `--llm` turns the model on for this run, `--no-llm` leaves it as it is and asks it nothing. */
function withModel(config: Config, isWanted: boolean | undefined): Config {
  return isWanted === true ? { ...config, llm: { ...config.llm, enabled: true } } : config;
}

async function tellPlan(session: Session, config: Config): Promise<Outcome> {
  return withProject(session, config, 'index', async (project) => {
    const plan = await project.planEnrichment?.(session.signal);
    if (plan === undefined) throw new Error('this project knows no language model');
    const { model, endpoint = '' } = project.state().llm;
    return { text: planText(plan, { model, endpoint }), result: { ...plan, model, endpoint } };
  });
}
