/** The tables by which names are compared, fetched with the first that are looked at. */
export const confusablesQuery = () => ({
  queryKey: ['confusables'] as const,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await import('./lookalikeTables.ts')).lookalikeTables,
})
