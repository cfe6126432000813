/** Providers that want a key, by the beginning of a model object's `provider`, and the environment variable their package reads. */
const KEY_NAMES: Readonly<Record<string, string>> = {
  openai: "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  "google.generative-ai": "GOOGLE_GENERATIVE_AI_API_KEY",
  mistral: "MISTRAL_API_KEY",
  groq: "GROQ_API_KEY",
  xai: "XAI_API_KEY",
  deepseek: "DEEPSEEK_API_KEY",
  cohere: "COHERE_API_KEY",
};

/** The environment variable of a provider's key, when it is a known one: `openai.chat` has `OPENAI_API_KEY`. */
export function keyNameOf(provider: string): string | undefined {
  const known = Object.entries(KEY_NAMES).find(([name]) => provider === name || provider.startsWith(`${name}.`));
  return known?.[1];
}
