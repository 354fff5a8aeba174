/** The lookalike tables, fetched on first use. */
export const confusablesQuery = () => ({
  queryKey: ['confusables'] as const,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await import('./lookalikeTables.ts')).lookalikeTables,
})
