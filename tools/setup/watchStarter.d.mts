export function watchStarter(gone: () => void): () => void
