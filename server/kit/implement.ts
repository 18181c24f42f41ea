import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AreaName, CallsOf } from '#contract/areas.ts'
import type { Endpoint, Input, Reply } from '#contract/kit/endpoint.ts'
import type { Tenant } from '#server/db/tenant.ts'
import type { SessionCaller } from './auth.ts'
import type { FormPages } from './form.ts'
import type { FileAnswer } from './serve-file.ts'

/** What a handler returns: the answer without the `success` that the border adds, or the file to be answered. */
export type Answer<E extends Endpoint> = E['file'] extends true ? FileAnswer : Omit<Reply<E>, 'success'>

/** What every handler of a feature gets: what the endpoint declares, the company's transaction, and who asks. */
export type TenantRequest<E extends Endpoint> = Input<E> & { tenant: Tenant; caller: SessionCaller }

/** A read that many ask for alike at the same moment: who asks while one such is on its way has the next one's answer, with others. */
export interface Coalesced<E extends Endpoint> {
  asked(request: Omit<TenantRequest<E>, 'tenant'>): { about: string; answer(tenant: Tenant): Promise<Answer<E>> }
}

/**
 * `about` says, in plain values, all that the answer hangs on. Who asks is known to it alone: what it does not say cannot get into
 * the answer that others have.
 */
export const coalesced = <E extends Endpoint, About extends object>(
  about: (request: Omit<TenantRequest<E>, 'tenant'>) => About,
  answer: (tenant: Tenant, about: About) => Promise<Answer<E>>,
): Coalesced<E> => ({
  asked(request) {
    const asked = about(request)
    return { about: JSON.stringify(asked), answer: (tenant) => answer(tenant, asked) }
  },
})

/** A write whose first part takes longer than a transaction may stay open: it answers what is to be done in the transaction. */
export interface Prepared<E extends Endpoint> {
  prepare(request: Omit<TenantRequest<E>, 'tenant'>): Promise<(tenant: Tenant) => Promise<Answer<E>>>
}

export const prepared = <E extends Endpoint>(prepare: Prepared<E>['prepare']): Prepared<E> => ({ prepare })

/** What a portal or public handler gets: no company is open yet. */
export type OpenRequest<E extends Endpoint> = Input<E> & {
  /** Undefined where the endpoint is public. */
  caller: SessionCaller | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** What a stream gets: it ends when the signal says so. */
export type StreamRequest<E extends Endpoint> = Input<E> & { caller: SessionCaller; signal: AbortSignal }

type Handlers<C extends Record<string, Endpoint>> = {
  [Name in keyof C]:
    | (C[Name]['file'] extends true ? never : (request: TenantRequest<C[Name]>) => Promise<Answer<C[Name]>>)
    | (C[Name]['effect'] extends 'read' ? Coalesced<C[Name]> : Coalesced<C[Name]> | Prepared<C[Name]>)
}
type StreamHandlers<C extends Record<string, Endpoint>> = {
  [Name in keyof C]: (request: StreamRequest<C[Name]>) => AsyncGenerator<object>
}
type OpenHandlers<C extends Record<string, Endpoint>> = {
  [Name in keyof C]: (request: OpenRequest<C[Name]>) => Promise<Answer<C[Name]>>
}

type FileEndpoint = Endpoint & { file: true }

/** One endpoint with its code, as the app registers it. `name` is `area.verb`, the act in the history. */
export type Route = { endpoint: Endpoint; name: string } & (
  | { kind: 'tenant'; handle: (request: TenantRequest<Endpoint>) => Promise<object> }
  | { kind: 'prepared'; handle: Prepared<Endpoint> }
  | { kind: 'coalesced'; handle: Coalesced<Endpoint> }
  | { kind: 'file'; handle: Coalesced<FileEndpoint> }
  | { kind: 'open'; handle: (request: OpenRequest<Endpoint>) => Promise<object>; pages?: FormPages }
  | { kind: 'stream'; handle: (request: StreamRequest<Endpoint>) => AsyncGenerator<object> }
)

/** Code for every endpoint of an area of the contract; one that is missing does not compile. */
export const implement = <const A extends AreaName>(
  area: A,
  contract: CallsOf<A>,
  handlers: Handlers<CallsOf<A>>,
): Route[] => routesOf(area, contract, handlers)

/** The same for endpoints outside a company: the portal's, and the public ones. Part of an area may stand elsewhere. */
export const implementOpen = <const A extends AreaName, const C extends Partial<CallsOf<A>> & Calls>(
  area: A,
  contract: C,
  handlers: OpenHandlers<C>,
): Route[] => openRoutesOf(area, contract, handlers)

/** Open routes that answer a form, each with the pages under its verb. */
export const withPages = (routes: readonly Route[], pages: Readonly<Record<string, FormPages>>): Route[] =>
  routes.map((route) => {
    const own = pages[route.name.slice(route.name.indexOf('.') + 1)]
    return route.kind === 'open' && own ? { ...route, pages: own } : route
  })

/** The same for streams. */
export const implementStream = <const A extends AreaName>(
  area: A,
  contract: CallsOf<A>,
  handlers: StreamHandlers<CallsOf<A>>,
): Route[] => streamRoutesOf(area, contract, handlers)

type Calls = Record<string, Endpoint>

/** For any calls, whether or not the contract lists their area. */
export const routesOf = <const C extends Calls>(area: string, contract: C, handlers: Handlers<C>): Route[] =>
  Object.entries(contract).map(([verb, endpoint]) => {
    const [handler, name] = [handlers[verb] as Handlers<Calls>[string], `${area}.${verb}`]
    if (typeof handler === 'function') return { kind: 'tenant', endpoint, name, handle: handler }
    if ('prepare' in handler) return { kind: 'prepared', endpoint, name, handle: handler }
    if (endpoint.effect !== 'read') throw new Error(`${name} writes, so each call can’t be shared`)
    if (endpoint.file) return { kind: 'file', endpoint, name, handle: handler as Coalesced<FileEndpoint> }
    return { kind: 'coalesced', endpoint, name, handle: handler }
  })

/**
 * Code for calls that an engine makes for several areas, typed by what all of them have in common: `C`. An area's own calls may take
 * and answer more.
 */
export const implementShared = <C extends Calls>(
  area: AreaName,
  contract: Record<keyof C, Endpoint>,
  handlers: Handlers<C>,
): Route[] => routesOf(area, contract as C, handlers)

export const openRoutesOf = <const C extends Calls>(area: string, contract: C, handlers: OpenHandlers<C>): Route[] =>
  Object.entries(contract).map(([name, endpoint]) => ({
    kind: 'open',
    endpoint,
    name: `${area}.${name}`,
    handle: handlers[name] as (request: OpenRequest<Endpoint>) => Promise<object>,
  }))

export const streamRoutesOf = <const C extends Calls>(
  area: string,
  contract: C,
  handlers: StreamHandlers<C>,
): Route[] =>
  Object.entries(contract).map(([name, endpoint]) => ({
    kind: 'stream',
    endpoint,
    name: `${area}.${name}`,
    handle: handlers[name] as (request: StreamRequest<Endpoint>) => AsyncGenerator<object>,
  }))
