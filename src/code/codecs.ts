/**
 * Python's names of encodings, for the decoders that the platform has. Python knows about a hundred codecs by several
 * hundred names; here are those in which source files are found, any other is answered with `undefined`.
 *
 * Sources: Python's table of standard encodings and its `encodings.aliases`, and the WHATWG Encoding Standard, which names
 * what `TextDecoder` takes. Latin-1 and ASCII are not among those (the web reads both as windows-1252), and
 * Node 20 decodes windows-1252 as if it were Latin-1: in these three, each byte is a letter by itself.
 */

import { isAscii } from 'node:buffer';

/** How to decode: with the platform's decoder of that label, or a letter for each byte. */
export type Codec =
  | { readonly by: 'label'; readonly name: string }
  | { readonly by: 'byte'; readonly name: ByteCodec };

export type ByteCodec = 'ascii' | 'iso-8859-1' | 'windows-1252';

/** The codec that a PEP 263 cookie names, or `undefined` when nobody here knows it. */
export function findCodec(cookie: string): Codec | undefined {
  const alias = cookie.toLowerCase().replaceAll('_', '-');
  // As CPython does: editors append `-unix`, `-dos` and the like to these two.
  if (/^utf-8(?:-|$)/.test(alias)) return { by: 'label', name: 'utf-8' };
  if (/^(?:latin-1|iso-8859-1|iso-latin-1)(?:-|$)/.test(alias)) return { by: 'byte', name: 'iso-8859-1' };
  const name = NAMES.get(alias);
  if (name === undefined) return undefined;
  const byByte = BYTE_CODECS.find((each) => each === name);
  return byByte === undefined ? { by: 'label', name } : { by: 'byte', name: byByte };
}

/** The text of bytes of which each is a letter, or `undefined` when one of them is none. */
export function decodeBytes(buffer: Buffer, codec: ByteCodec): string | undefined {
  switch (codec) {
    case 'ascii':
      return isAscii(buffer) ? buffer.toString('latin1') : undefined;
    case 'iso-8859-1':
      return buffer.toString('latin1');
    case 'windows-1252': {
      const text = buffer
        .toString('latin1')
        .replace(/[\u0080-\u009f]/g, (byte) => WINDOWS_1252.charAt(byte.charCodeAt(0) - 0x80));
      return text.includes(NO_LETTER) ? undefined : text;
    }
  }
}

const BYTE_CODECS: readonly ByteCodec[] = ['ascii', 'iso-8859-1', 'windows-1252'];
const NO_LETTER = '\ufffd';
/** The bytes 80 to 9F, in which alone it differs from Latin-1. */
const WINDOWS_1252 = '€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ';

/** The decoder's name, then what Python calls it, with `-` for `_`. */
const ALIASES: Readonly<Record<string, string>> = {
  'utf-8': 'utf8 u8 utf cp65001',
  ascii:
    'us-ascii us 646 iso646-us iso-646.irv-1991 ansi-x3.4-1968 ansi-x3-4-1968 cp367 ibm367 csascii iso-ir-6',
  'iso-8859-1': 'latin latin1 l1 8859 iso8859 iso8859-1 cp819 ibm819 iso-ir-100 csisolatin1',
  'iso-8859-2': 'iso8859-2 latin2 l2 latin-2 csisolatin2 iso-ir-101',
  'iso-8859-3': 'iso8859-3 latin3 l3 latin-3 csisolatin3 iso-ir-109',
  'iso-8859-4': 'iso8859-4 latin4 l4 latin-4 csisolatin4 iso-ir-110',
  'iso-8859-5': 'iso8859-5 cyrillic csisolatincyrillic iso-ir-144',
  'iso-8859-6': 'iso8859-6 arabic csisolatinarabic iso-ir-127',
  'iso-8859-7': 'iso8859-7 greek greek8 csisolatingreek iso-ir-126',
  'iso-8859-8': 'iso8859-8 hebrew csisolatinhebrew iso-ir-138',
  'iso-8859-10': 'iso8859-10 latin6 l6 csisolatin6 iso-ir-157',
  'iso-8859-13': 'iso8859-13 latin7 l7',
  'iso-8859-14': 'iso8859-14 latin8 l8 iso-celtic iso-ir-199',
  'iso-8859-15': 'iso8859-15 latin9 l9 latin-9',
  'windows-874': 'cp874 iso-8859-11 iso8859-11 thai tis-620 tis620 tis-620-0',
  'windows-1250': 'cp1250 1250',
  'windows-1251': 'cp1251 1251',
  'windows-1252': 'cp1252 1252',
  'windows-1253': 'cp1253 1253',
  'windows-1254': 'cp1254 1254 iso-8859-9 iso8859-9 latin5 l5 latin-5 csisolatin5 iso-ir-148',
  'windows-1255': 'cp1255 1255',
  'windows-1256': 'cp1256 1256',
  'windows-1257': 'cp1257 1257',
  'windows-1258': 'cp1258 1258',
  'koi8-r': 'cskoi8r koi8r',
  'koi8-u': '',
  ibm866: 'cp866 866 csibm866',
  macintosh: 'mac-roman macroman',
  'x-mac-cyrillic': 'mac-cyrillic maccyrillic',
  big5: 'big5-tw csbig5 cp950 950 ms950 big5-hkscs big5hkscs hkscs x-mac-trad-chinese',
  gbk: 'cp936 936 ms936 gb2312 chinese euc-cn euccn gb2312-80 gb2312-1980 csiso58gb231280 iso-ir-58',
  gb18030: 'gb18030-2000',
  'euc-jp': 'eucjp ujis u-jis',
  shift_jis: 'shift-jis shiftjis sjis s-jis csshiftjis cp932 932 ms932 mskanji ms-kanji windows-31j',
  'iso-2022-jp': 'iso2022jp csiso2022jp iso2022-jp',
  'euc-kr': 'euckr korean ksc5601 ks-c-5601 ks-c-5601-1987 ksx1001 ks-x-1001 cp949 949 ms949 uhc',
};

const NAMES = new Map(
  Object.entries(ALIASES).flatMap(([name, aliases]) =>
    [name, ...aliases.split(' ')].filter(Boolean).map((each) => [each, name]),
  ),
);
