import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import {
  behindRoot,
  folderOf,
  inFolder,
  isDriveRoot,
  isWithin,
  joinRoot,
  lastPart,
  relativeInside,
  resolveBelow,
  withSlashes,
} from '../../src/kernel/paths.js';

const { posix, win32 } = path;

describe('relative paths', () => {
  it('are POSIX below the root, and undefined outside', () => {
    const cases: [root: string, absolute: string, flavour: typeof posix, expected: string | undefined][] = [
      ['/srv/bakery', '/srv/bakery', posix, '.'],
      ['/srv/bakery', '/srv/bakery/src/oven.py', posix, 'src/oven.py'],
      ['/srv/bakery', '/srv/bakery/..cellar/jam.py', posix, '..cellar/jam.py'],
      ['/srv/bakery', '/srv/bakery-old/oven.py', posix, undefined],
      ['/srv/bakery', '/srv', posix, undefined],
      ['/srv/bakery', '/srv/bakery/a\\b.py', posix, 'a\\b.py'],
      ['C:\\bakery', 'C:\\bakery\\src\\Brötchen.py', win32, 'src/Brötchen.py'],
      ['C:\\bakery', 'c:\\BAKERY\\src\\oven.py', win32, 'src/oven.py'],
      ['C:\\bakery', 'D:\\bakery\\src\\oven.py', win32, undefined],
      ['C:\\bakery', 'C:\\', win32, undefined],
      ['\\\\mill\\share\\bakery', '\\\\mill\\share\\bakery\\oven.py', win32, 'oven.py'],
      ['\\\\mill\\share\\bakery', '\\\\mill\\other\\oven.py', win32, undefined],
    ];
    for (const [root, absolute, flavour, expected] of cases) {
      assert.equal(relativeInside(root, absolute, flavour), expected, absolute);
    }
  });

  it('lead back to the file they came from', () => {
    assert.equal(joinRoot('/srv/bakery', 'src/oven.py', posix), '/srv/bakery/src/oven.py');
    assert.equal(joinRoot('/srv/bakery', '.', posix), '/srv/bakery');
    assert.equal(joinRoot('C:\\bakery', 'src/oven.py', win32), 'C:\\bakery\\src\\oven.py');
    assert.equal(joinRoot('C:\\', 'oven.py', win32), 'C:\\oven.py');
  });

  it('are read as people write them', () => {
    const cases: [folder: string, written: string, flavour: typeof posix, expected: string | undefined][] = [
      ['.', 'src', posix, 'src'],
      ['.', './src//app/', posix, 'src/app'],
      ['.', '', posix, '.'],
      ['.', '.', posix, '.'],
      ['.', '..', posix, undefined],
      ['.', 'src/../..', posix, undefined],
      ['.', '/srv/bakery', posix, undefined],
      ['packages/oven', '../shared', posix, 'packages/shared'],
      ['packages/oven', '../../..', posix, undefined],
      ['.', 'src\\app', posix, 'src\\app'],
      ['.', 'src\\app', win32, 'src/app'],
      ['.', 'C:\\src', win32, undefined],
      ['.', '\\src', win32, undefined],
    ];
    for (const [folder, written, flavour, expected] of cases) {
      assert.equal(resolveBelow(folder, written, flavour), expected, `${folder} + ${written}`);
    }
  });

  it('are given with any separator, as an address, and with any drive letter', () => {
    const cases: [written: string, path: string][] = [
      ['src\\oven.py', 'src/oven.py'],
      ['C:\\bakery\\oven.py', 'C:/bakery/oven.py'],
      ['file:///C:/bakery/My%20Oven.py', 'C:/bakery/My Oven.py'],
      ['file:///srv/bakery/100%.py', '/srv/bakery/100%.py'],
      ['/srv/bakery/100%25.py', '/srv/bakery/100%25.py'],
      ['\\\\?\\C:\\bakery\\oven.py', 'C:/bakery/oven.py'],
      ['\\\\mill\\share\\oven.py', '//mill/share/oven.py'],
    ];
    for (const [written, expected] of cases) assert.equal(withSlashes(written), expected);
    assert.equal(behindRoot('c:/BAKERY/src/oven.py', 'C:\\bakery'), 'src/oven.py');
    assert.equal(behindRoot('//mill/share/oven.py', '\\\\mill\\share\\'), 'oven.py');
    assert.equal(behindRoot('/srv/Bakery/oven.py', '/srv/bakery'), undefined);
    assert.equal(behindRoot('C:/bakery2/oven.py', 'C:\\bakery'), undefined);
    assert.equal(behindRoot('/srv/oven.py', '/'), 'srv/oven.py');
  });

  it('come apart and together again', () => {
    for (const each of ['oven.py', 'src/oven.py', 'a/b/c.py']) {
      assert.equal(inFolder(folderOf(each), lastPart(each)), each);
    }
    assert.equal(folderOf('.'), '.');
  });

  it('lie within a folder only at a separator', () => {
    assert.ok(isWithin('src', 'src/oven.py'));
    assert.ok(isWithin('src', 'src'));
    assert.ok(isWithin('.', 'anything'));
    assert.ok(!isWithin('src', 'src2/oven.py'));
    assert.ok(!isWithin('src/app', 'src'));
  });
});

it('the top of every kind of disk is recognised', () => {
  for (const top of ['/', '//', '/srv/..']) assert.ok(isDriveRoot(top, posix), top);
  for (const top of ['C:\\', 'c:/', '\\\\mill\\share\\', '\\\\mill\\share'])
    assert.ok(isDriveRoot(top, win32), top);
  assert.ok(!isDriveRoot('/srv', posix));
  assert.ok(!isDriveRoot('C:\\srv', win32));
});
