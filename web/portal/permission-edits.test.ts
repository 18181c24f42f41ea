import { expect, test } from 'vitest'
import { PERMISSION_KEYS, type PermissionKey } from '#contract/kit/permissions.ts'
import { differenceFrom, nearestSet, PERMISSION_SETS, setInWords } from '#contract/platform/permission-sets.ts'
import { blocksOf, differs, editsTo, screensOf, withEdits, type Edits } from './permission-edits.ts'

const REP = PERMISSION_SETS['Sales rep']
const NONE: Edits = new Map()
const NARROW = { words: '', show: 'all', opened: new Set<string>() } as const

test('somebody is called by the nearest set with what they have beyond it and what they lack', () => {
  expect(setInWords(REP)).toBe('Sales rep')
  expect(setInWords([...REP, 'leads_export', 'valid_leads_assign'])).toBe('Sales rep, plus 2')
  expect(setInWords([...REP.filter((key) => key !== 'contacts_list'), 'leads_export'])).toBe(
    'Sales rep, plus 1, minus 1',
  )
  expect(setInWords(PERMISSION_KEYS)).toBe('Admin')
  expect(setInWords([...PERMISSION_SETS['Marketing manager'], ...PERMISSION_SETS['Content editor']])).toBe(
    'Marketing manager, plus 11',
  )
  expect(setInWords([])).toBe('None')
  expect(setInWords(['people_manage'])).toBe('Custom')
  expect(nearestSet(['people_manage'])).toBeUndefined()
  expect(differenceFrom(REP, ['leads_export']).extra).toEqual(['leads_export'])
})

test('a set changes all that may be changed and leaves the rest', () => {
  const fixed: PermissionKey = 'leads_export'
  const edits = editsTo(REP, ['leads_export', 'leads_merge'], (key) => key === fixed)

  expect(edits.has(fixed)).toBe(false)
  expect(edits.get('leads_merge')).toBe(false)
  expect(withEdits(['leads_export', 'leads_merge'], edits).toSorted()).toEqual([...REP, fixed].toSorted())
})

test('screens in a row without any permission fold into one line, unless somebody compared has one', () => {
  const blocks = blocksOf(screensOf({ saved: REP, edits: NONE, set: REP, other: undefined }), NARROW)
  expect(blocks.slice(0, 3)).toMatchObject([
    { kind: 'screen', screen: { screen: 'Leads', granted: 1 } },
    { kind: 'folded', screens: ['Add Leads', 'Import Leads', 'Unassigned Leads', 'Assigned Leads'], total: 11 },
    { kind: 'screen', screen: { screen: 'Valid Leads' } },
  ])

  const compared = blocksOf(screensOf({ saved: REP, edits: NONE, set: REP, other: ['leads_import'] }), NARROW)
  expect(compared.map((block) => (block.kind === 'screen' ? block.screen.screen : block.screens))).toContain(
    'Import Leads',
  )
})

test('a search finds words, keys and screens, and a difference is one from the set or from the other person', () => {
  const screens = screensOf({ saved: [...REP, 'leads_export'], edits: NONE, set: REP, other: [...REP, 'leads_merge'] })
  const found = (words: string, show: 'all' | 'differences' = 'all') =>
    blocksOf(screens, { words, show, opened: new Set() }).flatMap((block) =>
      block.kind === 'screen' ? block.rows.map(({ key }) => key) : [],
    )

  expect(found('export')).toEqual(['leads_export'])
  expect(found('LEADS_EXP')).toEqual(['leads_export'])
  expect(found('duplicates')).toEqual(['leads_merge'])
  expect(found('', 'differences')).toEqual(['leads_export', 'leads_merge'])
  expect(screens.flatMap(({ rows }) => rows).filter(differs)).toHaveLength(2)
})
