import type { Kit } from '../../kit.ts'

/** Whether a name is available, and alternatives that are. */
export type NameOffer = {
  /** `kept`: reserved by the operator. */
  status: 'free' | 'taken' | 'kept'
  others: readonly string[]
}

/** Available names under the operator's zone for exactly the typed label; rejects a response for another one. */
export const nameOfferQuery = (kit: Kit, { label, zone }: { label: string; zone: string }) => ({
  queryKey: ['nameOffer', zone, label] as const,
  staleTime: 15_000,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NameOffer> => {
    const { suggestions } = await kit.api.getNameSuggestions({ name: label, zone }, signal)
    const own = suggestions.find(({ name }) => name === `${label}.${zone}`)
    return {
      status: own ? (own.registered ? 'taken' : 'free') : 'kept',
      others: suggestions.flatMap(({ name, registered }) =>
        registered || !isOther(name, zone) || name === own?.name ? [] : [name.slice(0, -zone.length - 1)],
      ),
    }
  },
})

const isOther = (name: string, zone: string) => name.endsWith(`.${zone}`) && /^[a-z0-9-]+$/.test(name.split('.')[0]!)
