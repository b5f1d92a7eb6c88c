/** Sends a form with files and reports progress, which fetch cannot do, so it uses XMLHttpRequest. */

/** `answer` is the server's JSON response; null if it sent none. */
export type FormAnswer = { status: number; answer: unknown };

/** Returns a function that aborts the upload; then `onDone` is not called. `onProgress` gets 0 to 1. */
export function sendForm(
  action: string,
  body: FormData,
  { onProgress, onDone }: { onProgress: (share: number) => void; onDone: (answer: FormAnswer) => void },
): () => void {
  const request = new XMLHttpRequest();
  request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
    if (lengthComputable && total > 0) onProgress(loaded / total);
  };
  request.onloadend = () => onDone({ status: request.status, answer: readJson(request.responseText) });
  request.open('POST', action);
  request.setRequestHeader('Accept', 'application/json');
  request.send(body);
  return () => {
    request.onloadend = null;
    request.abort();
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
