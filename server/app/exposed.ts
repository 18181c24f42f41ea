import { isLoopbackAddress } from '#server/kit/address.ts'

/** Whether others than the people at this machine are meant to reach the server, or may. */
export const isExposed = ({ production, host }: { production: boolean; host: string }) =>
  production || !isLoopbackHost(host)

/** Other names than this one may lead anywhere, tomorrow if not today. */
export const isLoopbackHost = (host: string) => host === 'localhost' || isLoopbackAddress(host)
