/** The file cannot be read, or cannot become a document. */
export class FileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileError';
  }
}
