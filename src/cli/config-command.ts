/** `kg-memory config`: the settings in force, and where each comes from. */

import { codeSpan } from '../code/render/text.js';
import { describeSettings } from '../config/render.js';
import { defineCommand } from './command.js';

export const configCommand = defineCommand({
  name: 'config',
  summary: 'Show the settings in force and where each comes from',
  about: [
    'Options win over variables, those over kg-memory.toml in the project, that over your own config.toml, that over the defaults.',
  ],
  operands: [{ name: 'path', isRequired: false, why: 'The project, as -C' }],
  options: {},
  examples: [
    ['kg-memory config', 'The settings for this folder.'],
    ['KG_SOURCE_DIRS=lib kg-memory config --json', 'The same for programs, with a variable set.'],
  ],
  run: async ({ operands: [path] }, session) => {
    const config = await session.loadConfig(path);
    const settings = describeSettings(config).map(({ key, env, value, origin }) => ({
      name: key,
      variable: env,
      value,
      origin: origin.kind,
      where: origin.where,
    }));
    const lines = settings.map(({ name, value, where }) => `- ${name} = ${codeSpan(value)} (${where})`);
    return {
      text: [`# Settings for ${codeSpan(config.root)}`, ...lines].join('\n'),
      result: { root: config.root, settings, aliases: config.aliases, warnings: config.warnings },
    };
  },
});
