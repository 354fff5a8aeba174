const frameMs = 1000 / 60
const stiffness = 320
const damping = 30

/**
 * A spring's way from `distance` with a speed (px a millisecond) to rest, one position a frame of 60 a second: slightly
 * underdamped, so that it passes its end once and barely.
 */
export function springFrames(distance: number, speed: number): { positions: number[]; duration: number } {
  const positions = [distance]
  let [at, velocity] = [distance, speed * 1000]
  while (positions.length < 60 && (Math.abs(at) > 0.5 || Math.abs(velocity) > 20)) {
    // Four steps a frame keep it stable at any speed of a finger.
    for (let step = 0; step < 4; step += 1) {
      const seconds = frameMs / 4000
      velocity += (-stiffness * at - damping * velocity) * seconds
      at += velocity * seconds
    }
    positions.push(at)
  }
  positions.push(0)
  return { positions, duration: (positions.length - 1) * frameMs }
}
