import type { ImportEncoding, ImportSeparator } from '#contract/platform/import-reading.ts'
import type { ImportState } from '#contract/platform/imports.ts'
import type { Tone } from '#web/kit/look/StatusTag.tsx'

export const ENCODING: Readonly<Record<ImportEncoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Western Europe)',
  'windows-1250': 'Windows-1250 (Central Europe)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'windows-1254': 'Windows-1254 (Turkish)',
  'windows-1256': 'Windows-1256 (Arabic)',
  gbk: 'GBK (simplified Chinese)',
  gb18030: 'GB18030 (Chinese)',
  big5: 'Big5 (traditional Chinese)',
  shift_jis: 'Shift JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  'iso-2022-jp': 'ISO-2022-JP (Japanese)',
  'euc-kr': 'EUC-KR (Korean)',
  'koi8-r': 'KOI8-R (Russian)',
  'koi8-u': 'KOI8-U (Ukrainian)',
  'windows-1253': 'Windows-1253 (Greek)',
  'windows-1255': 'Windows-1255 (Hebrew)',
  'windows-1257': 'Windows-1257 (Baltic)',
  'windows-1258': 'Windows-1258 (Vietnamese)',
  'windows-874': 'Windows-874 (Thai)',
  macintosh: 'Mac Roman (Western Europe)',
  'x-mac-cyrillic': 'Mac Cyrillic',
  ibm866: 'IBM 866 (Cyrillic, DOS)',
  'iso-8859-2': 'ISO 8859-2 (Central Europe)',
  'iso-8859-3': 'ISO 8859-3 (Maltese, Esperanto)',
  'iso-8859-4': 'ISO 8859-4 (Northern Europe)',
  'iso-8859-5': 'ISO 8859-5 (Cyrillic)',
  'iso-8859-6': 'ISO 8859-6 (Arabic)',
  'iso-8859-7': 'ISO 8859-7 (Greek)',
  'iso-8859-8': 'ISO 8859-8 (Hebrew)',
  'iso-8859-8-i': 'ISO 8859-8-I (Hebrew, logical order)',
  'iso-8859-10': 'ISO 8859-10 (Nordic)',
  'iso-8859-13': 'ISO 8859-13 (Baltic)',
  'iso-8859-14': 'ISO 8859-14 (Celtic)',
  'iso-8859-15': 'ISO 8859-15 (Western Europe with €)',
  'iso-8859-16': 'ISO 8859-16 (Romanian)',
}

export const SEPARATOR: Readonly<Record<ImportSeparator, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'vertical bar',
}

export const STATE: Readonly<Record<ImportState, { label: string; tone: Tone }>> = {
  uploading: { label: 'Uploading', tone: 'neutral' },
  mapping: { label: 'Columns to match', tone: 'warning' },
  checking: { label: 'Being checked', tone: 'info' },
  ready: { label: 'Ready to import', tone: 'warning' },
  importing: { label: 'Being imported', tone: 'info' },
  stopped: { label: 'Stopped', tone: 'warning' },
  imported: { label: 'Imported', tone: 'success' },
  reverting: { label: 'Being reverted', tone: 'info' },
  revert_stopped: { label: 'Reverting stopped', tone: 'warning' },
  reverted: { label: 'Reverted', tone: 'neutral' },
}
