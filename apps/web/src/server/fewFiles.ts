type Graph = { getModuleInfo(id: string): { dynamicImporters: readonly string[] } | null }

/**
 * Vite's output options for pages of this machine and of tests: code that parts share is one file, since a visit then takes
 * four fifths of the processor's time. What loads later keeps its own file, which tests hold back by its name.
 */
export const fewFiles = {
  // Otherwise the shared file would need a later one before it has run.
  strictExecutionOrder: true,
  codeSplitting: {
    groups: [
      {
        name: (id: string, graph: Graph) => (graph.getModuleInfo(id)?.dynamicImporters.length ? null : 'shared'),
        minShareCount: 2,
      },
    ],
  },
}
