import type { FastifyRequest } from 'fastify'
import { hr } from '#contract/portal/hr.ts'
import { departmentsOf, designationsOf, removeEntry, saveEntry, type HrRefusal } from '#server/db/identity/hr-lists.ts'
import { checkTabCompany, type SessionCaller } from '#server/kit/auth.ts'
import { badField, conflict, UserError } from '#server/kit/errors.ts'
import { implementOpen } from '#server/kit/implement.ts'
import { page } from '#server/kit/page.ts'
import { openHr } from '#server/outside/hr.ts'
import type { PortalServices } from './services.ts'
import { known } from './session.ts'

const NOUNS = { departments: 'department', designations: 'designation' } as const
type List = keyof typeof NOUNS
const READ_ONLY = 'Departments and designations come from your HR system. Change them there.'

export const hrRoutes = ({ identity, config }: PortalServices) => {
  const outside = config.hrApiUrl === undefined ? undefined : openHr(config.hrApiUrl)

  const act = (request: FastifyRequest, caller: SessionCaller | undefined, verb: string) => {
    checkTabCompany(request, known(caller))
    if (outside) throw conflict(READ_ONLY, undefined, 'read_only')
    const { companyId, personId } = known(caller)
    return {
      companyId,
      actor: { kind: 'person', id: personId, channel: 'screen', act: `portal.hr.${verb}`, requestId: request.id },
    } as const
  }
  const saved = <T extends object>(list: List, outcome: T | HrRefusal, name = ''): { data: T } => {
    if ('refused' in outcome) throw refusal(list, outcome, name)
    return { data: outcome }
  }
  const removed = async (
    list: List,
    request: FastifyRequest,
    caller: SessionCaller | undefined,
    verb: string,
    id: number,
  ) => {
    const { retired } = saved(list, await removeEntry(identity, act(request, caller, verb), list, id)).data
    if (retired === null) return { message: `The ${NOUNS[list]} was deleted.`, data: null }
    const whose =
      retired.people === 1
        ? '1 person has it.'
        : retired.people > 0
          ? `${retired.people} people have it.`
          : 'It has designations.'
    return { message: `${whose} It is hidden from new choices.`, data: retired }
  }

  return implementOpen('portal.hr', hr, {
    async departments({ query, caller, request }) {
      checkTabCompany(request, known(caller))
      const paged = await identity.read((db) => page(departmentsOf(db, known(caller).companyId), sized(query), ORDER))
      return { ...paged, read_only: outside ? READ_ONLY : null }
    },
    addDepartment: async ({ body, caller, request }) =>
      saved(
        'departments',
        await saveEntry(identity, act(request, caller, 'addDepartment'), 'departments', body),
        body.name,
      ),
    updateDepartment: async ({ params, body, caller, request }) =>
      saved(
        'departments',
        await saveEntry(identity, act(request, caller, 'updateDepartment'), 'departments', body, params.id),
        body.name,
      ),
    removeDepartment: ({ params, caller, request }) =>
      removed('departments', request, caller, 'removeDepartment', params.id),

    async designations({ query, caller, request }) {
      checkTabCompany(request, known(caller))
      const { include, ...asked } = query
      if (outside) return outside(request.headers.authorization ?? '', asked)
      return identity.read((db) =>
        page(
          designationsOf(db, known(caller).companyId, query.department_id, include === 'retired'),
          sized(query),
          ORDER,
        ),
      )
    },
    addDesignation: async ({ body, caller, request }) =>
      saved(
        'designations',
        await saveEntry(identity, act(request, caller, 'addDesignation'), 'designations', body),
        body.name,
      ),
    updateDesignation: async ({ params, body, caller, request }) =>
      saved(
        'designations',
        await saveEntry(identity, act(request, caller, 'updateDesignation'), 'designations', body, params.id),
        body.name,
      ),
    removeDesignation: ({ params, caller, request }) =>
      removed('designations', request, caller, 'removeDesignation', params.id),
  })
}

const sized = ({ page: number = 1, per_page = 10 }: { page?: number; per_page?: number }) => ({
  page: number,
  pageSize: per_page,
  sort: 'position',
})
const ORDER: Parameters<typeof page>[2] = {
  sorts: new Map([['position', 'g.position']]),
  words: ['g.name'],
  newestBy: 'g.name',
  usualOrder: 'asc',
}

const refusal = (list: List, { refused }: HrRefusal, name: string) => {
  const noun = NOUNS[list]
  switch (refused) {
    case 'unknown':
      return new UserError(404, `${noun === 'department' ? 'Department' : 'Designation'} not found`)
    case 'no department':
      return badField('department_id', 'There is no such department. Choose another one.')
    case 'taken':
      return conflict(`There is a ${noun} called ${name} already.`, undefined, 'taken')
    case 'changed':
      return conflict(
        `Someone else has changed this ${noun} since you opened it. Look at it again.`,
        undefined,
        'version_conflict',
      )
  }
}
