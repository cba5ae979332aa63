/**
 * How an endpoint wants to be asked: with a JSON schema, JSON mode or neither, under which spelling of the model, with options
 * for a stream or without. It begins with the most, and a refusal that may mean one of these leads on to the next; what was
 * refused once is not tried again. It sends nothing.
 */
import { isNoSuchModel, type Refusal } from './model-failure.js';

const FORMATS = ['json_schema', 'json_object', 'text'] as const;

type Format = (typeof FORMATS)[number];

/** What a request was sent with. */
export interface Tried {
  readonly format: Format;
  readonly model: string;
  readonly hasStreamOptions: boolean;
}

export class Dialect {
  readonly #models: readonly string[];
  /** Indexes in `FORMATS` and in the models. */
  #format = 0;
  #spelling = 0;
  #hasStreamOptions = true;

  /** `models`: the spellings of the model, the likelier first. */
  constructor(models: readonly string[]) {
    this.#models = models;
  }

  /** What the next request is to be sent with. */
  get tried(): Tried {
    return {
      format: FORMATS[this.#format] ?? 'text',
      model: this.#models[this.#spelling] ?? '',
      hasStreamOptions: this.#hasStreamOptions,
    };
  }

  /** Whether there is another way to ask that this endpoint may take; it is taken from now on. */
  yieldTo(
    refusal: Refusal,
    tried: Tried,
    asked: { readonly hasShape: boolean; readonly isStream: boolean },
  ): boolean {
    const { status, message } = refusal;
    if (![400, 404, 415, 422, 501].includes(status)) return false;
    if (asked.isStream && tried.hasStreamOptions && /stream_options|include_usage/i.test(message)) {
      this.#hasStreamOptions = false;
      return true;
    }
    const spelling = this.#models.indexOf(tried.model) + 1;
    if (isNoSuchModel(refusal) && spelling < this.#models.length) {
      this.#spelling = spelling;
      return true;
    }
    const isAboutFormat = /response_format|json_schema|json_object|json mode|structured|schema/i.test(
      message,
    );
    const isAboutElse = /model|context|token|length|quota|credit|key|billing|policy|content/i.test(message);
    const format = FORMATS.indexOf(tried.format) + 1;
    if (!asked.hasShape || format >= FORMATS.length) return false;
    if (!isAboutFormat && (isAboutElse || status === 404)) return false;
    this.#format = Math.max(this.#format, format);
    return true;
  }
}

/** The part of a request that asks for a format. */
export function formatOf(
  format: Format,
  { name, schema }: { readonly name: string; readonly schema: object },
) {
  switch (format) {
    case 'json_schema':
      return {
        response_format: {
          type: format,
          json_schema: { name, schema: schema as Record<string, unknown>, strict: true },
        },
      };
    case 'json_object':
      return { response_format: { type: format } };
    case 'text':
      return {};
  }
}
