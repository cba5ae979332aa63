/** `kg-memory config`: the settings in force, and where each comes from. */

import { codeSpan } from '../code/render/text.js';
import { describeMemorySettings, describeSettings, type SettingLine } from '../config/render.js';
import { defineCommand } from './command.js';
import { readMemorySettings } from './memory-options.js';

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
    // Without a home directory the memory has no place, and this command still has something to show.
    const memory = config.userConfigFolder === undefined ? undefined : await readMemorySettings({}, session);
    const settings = describeSettings(config).map(lineOf);
    const memorySettings = memory === undefined ? [] : describeMemorySettings(memory).map(lineOf);
    return {
      text: [
        `# Settings for ${codeSpan(config.root)}`,
        ...settings.map(textOf),
        '',
        '# Settings of the agent memory',
        ...memorySettings.map(textOf),
      ].join('\n'),
      result: {
        root: config.root,
        settings,
        memorySettings,
        aliases: config.aliases,
        warnings: [...new Set([...config.warnings, ...(memory?.warnings ?? [])])],
      },
    };
  },
});

function lineOf({ key, env, value, origin }: SettingLine) {
  return { name: key, variable: env, value, origin: origin.kind, where: origin.where };
}

function textOf({ name, value, where }: ReturnType<typeof lineOf>): string {
  return `- ${name} = ${codeSpan(value)} (${where})`;
}
