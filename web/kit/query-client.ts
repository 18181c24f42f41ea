import { QueryClient } from '@tanstack/react-query'

/** What the tab knows of the server. Nothing refetches by itself: a list that moves under the pointer helps nobody. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      staleTime: 15_000,
      gcTime: 300_000,
    },
    mutations: { retry: false },
  },
})
