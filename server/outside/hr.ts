import { hr } from '#contract/portal/hr.ts'
import { at, askPeer } from './peer.ts'
import { toSearch } from '#contract/kit/request.ts'
import { Type } from 'typebox'
import type { QueryOf } from '#contract/kit/endpoint.ts'

const Answer = Type.Object({
  data: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  pagination: Type.Optional(Type.Object({ total: Type.Optional(Type.Integer()) })),
})

/** The designations of a department as the company's HR service lists them, asked with the caller's own token. */
export const openHr = (url: string) => {
  const ask = askPeer({ reply: Answer, failure: hr.designations.failure })

  return async (bearer: string, query: QueryOf<typeof hr.designations>) => {
    const { department_id, page = 1, per_page = 10 } = query
    const search = toSearch({ department_id, page, per_page })
    const answer = await ask({
      url: `${at(url, hr.designations.path)}?${search}`,
      method: 'GET',
      headers: { authorization: bearer },
    })
    const data = answer?.data ?? []
    const total = answer?.pagination?.total ?? data.length
    return {
      data,
      pagination: { page, pageSize: per_page, total, totalPages: Math.max(1, Math.ceil(total / per_page)) },
    }
  }
}
