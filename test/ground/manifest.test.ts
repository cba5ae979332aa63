/** What package.json, the lock file, CI and the README promise each other. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));

test('development dependencies have exact versions, and there are no others', () => {
  const versions: string[] = Object.values(manifest.devDependencies);
  assert.deepEqual(
    versions.filter((version) => !/^\d+\.\d+\.\d+$/.test(version)),
    [],
  );
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined]);
});

test('the lock file names a hash for each package and no host', () => {
  interface Locked {
    readonly resolved?: string;
    readonly integrity?: string;
    /** Comes within the package that holds it, whose hash covers it. */
    readonly inBundle?: boolean;
  }
  const packages: [string, Locked][] = Object.entries(lock.packages);
  const wrong = packages.filter(
    ([path, { resolved, integrity, inBundle }]) => path !== '' && (resolved || !(integrity || inBundle)),
  );
  assert.ok(packages.length > 50);
  assert.deepEqual(wrong, []);
});

test('lock file and manifest are of one version', () => {
  assert.deepEqual([lock.name, lock.version], [manifest.name, manifest.version]);
  assert.deepEqual(lock.packages[''].devDependencies, manifest.devDependencies);
});

test('there are at most ten scripts', () => {
  assert.ok(Object.keys(manifest.scripts).length <= 10);
});

test('CI runs the command that the README names', () => {
  const command = readFileSync('.ci/run', 'utf8').trimEnd().split('\n').at(-1);
  assert.equal(command, 'npm ci && npm test');
  assert.ok(readFileSync('README.md', 'utf8').includes(command));
});

test('every development dependency has its reason', () => {
  const record = readFileSync('docs/adr/0002-one-bundled-package.md', 'utf8');
  const unnamed = Object.keys(manifest.devDependencies).filter((name) => !record.includes(`\`${name}\``));
  assert.deepEqual(unnamed, []);
});
