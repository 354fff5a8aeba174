/** The table of characters that look like others, fetched with the first names that are looked at. */
export const confusablesQuery = () => ({
  queryKey: ['confusables'] as const,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await import('./confusables.ts')).confusables,
})
