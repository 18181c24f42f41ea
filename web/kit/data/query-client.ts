import { QueryClient } from '@tanstack/react-query'
import { onReturn } from './reach.ts'
import { ApiError } from './transport.ts'

/** How often a read is asked again that a busy server put off; it asks for a second each time. */
const PUT_OFF = 2

/** What the tab knows of the server. Nothing refetches by itself: a list that moves under the pointer helps nobody. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Whether there is a network is for the call itself to find out: one that waits in silence tells nobody.
      networkMode: 'always',
      retry: (times, failure) => times < PUT_OFF && failure instanceof ApiError && failure.code === 'unavailable',
      retryDelay: 1_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      staleTime: 15_000,
      gcTime: 300_000,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Once the server answers again, what it left unanswered is asked for anew. */
onReturn((wasLong) => {
  void queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.status === 'error' || (wasLong && state.fetchStatus === 'fetching'),
  })
})
