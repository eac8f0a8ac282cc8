/**
 * Small sounds, made here and now: sticks that fall, a piece set down, something taken, a game won.
 *
 * A browser lets a page sound only after the person has touched it, so the first ones may stay silent.
 */
import { settings } from "./settings.svelte";

export type Sound = "cast" | "place" | "take" | "win" | "refused" | "turn";

let context: AudioContext | undefined;

export function play(sound: Sound): void {
  if (!settings.sounds || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  SOUNDS[sound](context, context.currentTime + 0.01);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  cast: (audio, at) => [0, 0.06, 0.1, 0.17, 0.21].forEach((wait, stick) => knock(audio, at + wait, 1_500 + 260 * stick, 0.05, 0.16)),
  place: (audio, at) => knock(audio, at, 620, 0.09, 0.3),
  take: (audio, at) => [0, 0.07].forEach((wait) => knock(audio, at + wait, 380, 0.12, 0.36)),
  refused: (audio, at) => tone(audio, at, 190, 0.16, 0.12),
  turn: (audio, at) => tone(audio, at, 660, 0.22, 0.1),
  win: (audio, at) => [523, 659, 784, 1_047].forEach((pitch, step) => tone(audio, at + 0.11 * step, pitch, 0.5, 0.14)),
};

/** Wood on wood: a breath of noise through a narrow filter. */
function knock(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const noise = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  noise.buffer = hiss(audio, length);
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 5;
  noise.connect(filter).connect(fading(audio, at, length, loud * 3)).connect(audio.destination);
  noise.start(at);
}

function tone(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const string = audio.createOscillator();
  string.type = "triangle";
  string.frequency.value = pitch;
  string.connect(fading(audio, at, length, loud)).connect(audio.destination);
  string.start(at);
  string.stop(at + length);
}

function fading(audio: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  return gain;
}

function hiss(audio: AudioContext, length: number): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
