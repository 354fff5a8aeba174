import { createTelegramAuth, TelegramError } from '@billfold/server-auth/telegram'

const telegram = createTelegramAuth({ botToken: process.env.BOT_TOKEN })

export async function POST(request: Request) {
  try {
    const { id, firstName } = await telegram.signIn(await request.text())
    return Response.json({ id, firstName })
  } catch (error) {
    if (error instanceof TelegramError) return Response.json({ code: error.code }, { status: error.status })
    throw error
  }
}
