/**
 * The camera of the stage: flies to nodes, fits them into the picture, and tells where hands have brought it. A flight of the
 * page's own is not told: the view that led to it leads to it again.
 */
import type Sigma from 'sigma';
import type { CameraPlace } from '../state/view-state.js';
import type { EdgeAttributes, NodeAttributes } from './attributes.js';
import { type Bounds, boundsOf } from './bounds.js';

const FLIGHT_MS = 260;
// Around what a camera is sent to, in pixels.
const MARGIN = 48;
// How near one looks at a single node.
const NEAR_RATIO = 0.3;
const FAR_RATIO = 0.8;
// A hand that rests so long has come to its end.
const HAND_RESTS_MS = 200;
// Finer than a pixel on any screen, short enough for an address.
const DIGITS = 100_000;

type Point = { readonly x: number; readonly y: number };

export class StageCamera {
  readonly #sigma: Sigma<NodeAttributes, EdgeAttributes>;
  readonly #onMoved: (place: CameraPlace) => void;
  #flights = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `onMoved` hears where hands have left the camera. */
  constructor(sigma: Sigma<NodeAttributes, EdgeAttributes>, onMoved: (place: CameraPlace) => void) {
    this.#sigma = sigma;
    this.#onMoved = onMoved;
    sigma.getCamera().on('updated', () => {
      if (this.#flights === 0) this.#moved();
    });
  }

  get isFlying(): boolean {
    return this.#sigma.getCamera().isAnimated();
  }

  /** Where it is, as an address says it. */
  get place(): CameraPlace {
    const { x, y, ratio } = this.#sigma.getCamera();
    const [roundX = 0, roundY = 0, roundRatio = 0] = [x, y, ratio].map(
      (value) => Math.round(value * DIGITS) / DIGITS,
    );
    return { x: roundX, y: roundY, ratio: roundRatio };
  }

  /** Goes where an address says, at once. */
  goTo(place: CameraPlace): void {
    this.#forget();
    this.#flights++;
    this.#sigma.getCamera().setState({ ...place });
    this.#flights--;
  }

  /** Flies to a place in the picture, near enough to see it well and far enough to see what is within `reach` pixels of it. */
  flyTo(target: Point, reach: number): void {
    const { width, height } = this.#sigma.getDimensions();
    const { ratio } = this.#sigma.getCamera();
    const share = reach / Math.max(1, Math.min(width, height) / 2 - MARGIN);
    this.#fly({
      x: target.x,
      y: target.y,
      ratio: Math.min(Math.max(ratio * share, NEAR_RATIO), FAR_RATIO),
    });
  }

  /** Flies to where all these points of the picture, in pixels, are seen. */
  fit(points: Iterable<Point>): void {
    const bounds = boundsOf(points);
    if (bounds !== undefined) this.#fitBounds(bounds);
  }

  /** By hand. */
  zoom(factor: number): void {
    const camera = this.#sigma.getCamera();
    this.#fly({ ratio: camera.getBoundedRatio(camera.ratio * factor) }, true);
  }

  /** By hand, by a share of the picture. */
  pan(dx: number, dy: number): void {
    const { x, y, ratio } = this.#sigma.getCamera();
    this.#fly({ x: x + dx * ratio, y: y - dy * ratio }, true);
  }

  kill(): void {
    clearTimeout(this.#timer);
  }

  #fly(to: Partial<CameraPlace>, isByHand = false): void {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const camera = this.#sigma.getCamera();
    this.#forget();
    this.#flights++;
    const land = () => {
      this.#flights--;
      if (isByHand) this.#moved();
    };
    if (isCalm) {
      camera.setState(to);
      land();
    } else void camera.animate(to, { duration: FLIGHT_MS, easing: 'quadraticInOut' }).then(land);
  }

  #fitBounds({ left, top, right, bottom }: Bounds): void {
    const { width, height } = this.#sigma.getDimensions();
    const camera = this.#sigma.getCamera();
    const { x, y } = this.#sigma.viewportToFramedGraph({ x: (left + right) / 2, y: (top + bottom) / 2 });
    const share = Math.max(
      (right - left) / Math.max(1, width - 2 * MARGIN),
      (bottom - top) / Math.max(1, height - 2 * MARGIN),
    );
    this.#fly({
      x,
      y,
      ratio: camera.getBoundedRatio(Math.max(NEAR_RATIO * 0.5, camera.ratio * share)),
    });
  }

  #moved(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { place } = this;
      // What is seen is exactly what the address says.
      this.goTo(place);
      this.#onMoved(place);
    }, HAND_RESTS_MS);
  }

  /** What hands did before a flight of the page is over. */
  #forget(): void {
    clearTimeout(this.#timer);
  }
}
