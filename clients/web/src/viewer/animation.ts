/** An animation of pictures as a WebM video. */

/** The longer side of the video in pixels, at most. */
const MAX_SIDE = 960;
const BITS_PER_SECOND = 2_500_000;
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"] as const;

/** What is recorded. */
export interface AnimationRequest {
  /** SVG documents. */
  readonly pictures: readonly string[];
  readonly picturesPerSecond: number;
  readonly signal: AbortSignal;
  /** Receives the number of pictures that were recorded. */
  readonly onProgress: (count: number) => void;
}

/** Returns whether the browser can record videos. */
export function canRecord(): boolean {
  return typeof MediaRecorder !== "undefined" && TYPES.some((type) => MediaRecorder.isTypeSupported(type));
}

/**
 * Records a video. It takes as long as the video, since browsers record in real time.
 *
 * @throws the reason of the signal, if it is aborted.
 */
export async function recordAnimation(request: AnimationRequest): Promise<Blob> {
  const { pictures, picturesPerSecond, signal, onProgress } = request;
  const sizes = pictures.map(pictureSize);
  const [width, height] = [Math.max(...sizes.map(([w]) => w)), Math.max(...sizes.map(([, h]) => h))];
  const scale = MAX_SIDE / Math.max(width, height);
  const canvas = document.createElement("canvas");
  // Codecs want even sizes.
  canvas.width = 2 * Math.round((width * scale) / 2);
  canvas.height = 2 * Math.round((height * scale) / 2);
  const pen = canvas.getContext("2d")!;
  const stream = canvas.captureStream(0);
  const track = stream.getVideoTracks()[0] as CanvasCaptureMediaStreamTrack;
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type))!;
  const recorder = new MediaRecorder(stream, { mimeType, videoBitsPerSecond: BITS_PER_SECOND });
  const chunks: Blob[] = [];
  recorder.ondataavailable = ({ data }) => chunks.push(data);
  const stopped = new Promise<void>((resolve) => (recorder.onstop = () => resolve()));
  recorder.start();
  try {
    // The last picture is recorded twice, since its own duration ends with the next one.
    for (const [count, picture] of [...pictures, pictures.at(-1)!].entries()) {
      const due = performance.now() + 1000 / picturesPerSecond;
      const image = await loadPicture(picture);
      signal.throwIfAborted();
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, canvas.width, canvas.height);
      const [w, h] = pictureSize(picture);
      pen.drawImage(image, 0, 0, w * scale, h * scale);
      track.requestFrame();
      onProgress(Math.min(count + 1, pictures.length));
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    }
  } finally {
    recorder.stop();
    await stopped;
    track.stop();
  }
  return new Blob(chunks, { type: "video/webm" });
}

/** Returns width and height of an SVG document's view box. */
function pictureSize(picture: string): readonly [number, number] {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(picture) ?? [];
  return [Number(width ?? 1), Number(height ?? 1)];
}

/** Loads an SVG document as an image, through an address that the policy of the page allows. */
async function loadPicture(picture: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}
