// Fetched by itself when a signature comes. What is fetched so and imported elsewhere as well would cost a page its one first file.
export { verifyEd25519 } from '@billfold/protocol/wc/verifyEd25519'
