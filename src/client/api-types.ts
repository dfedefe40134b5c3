/** Made by `npm run client-types` from the OpenAPI description. */

export interface paths {
    "/v1/documents/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find documents by words, title prefix and tag
         * @description Finds documents that have the words of `text` in title or content, those whose title begins with `q` in any case, and those that have the tag `tag`; with several of them, those that match all. One is required. Every write that was answered before the search began is seen. By relevance, first come those whose title equals the words, then those whose title begins with them, has them side by side, has them all; then those with a block that has them side by side, then all others; among equals the newest. Follow `next_cursor` until it is null: then a result whose title stays (or what `sort` names) comes exactly once, also while others are deleted or changed; with `text` a page may be short and still have it. With `offset`, results that have gone since shift the pages. Needs the role `documents:read`.
         */
        get: operations["searchDocuments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/by-key/{key}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the document of a key as a page
         * @description The page that its identifier has. Where a document has the whole of `{key}/view` as its key, the answer is that document instead, as JSON. Needs the role `documents:read`.
         */
        get: operations["viewDocumentByKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/by-key/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the newest version of the document of a key
         * @description The answer is the one that the identifier of the document has. With `Accept: text/markdown` the answer is the text that the version was made of, to the byte and of its own type; Markdown made of the blocks if it has none. Its entity tag ends with `-md`. Needs the role `documents:read`.
         */
        get: operations["getDocumentByKey"];
        /**
         * Make the document of a key, or its next version
         * @description The answer is 201 where the document is made, else 200. Where title, content type, metadata, blocks or file, assets, visibility and folder equal the newest version, nothing is written. A PUT after a DELETE makes a new document with another identifier. After a lost answer, send the same request again. `folder_path` needs the role `folders:write` where folders are missing. Needs the role `documents:write`.
         */
        put: operations["putDocumentByKey"];
        post?: never;
        /**
         * Delete the document of a key with all its versions
         * @description The document and its versions are gone at once and for good. The key may be used again. Needs the role `documents:write`.
         */
        delete: operations["deleteDocumentByKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents page by page
         * @description Lists all documents of the owner, or those that meet every condition, by title or as `sort` says. Follow `next_cursor` until it is null: a page ends at 4 MB, and may be short or empty. A document whose folder and title (or what `sort` and the conditions name) stay comes exactly once. Every write that was answered before the page was asked for is seen. Needs the role `documents:read`.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Create a document
         * @description The document is private and in the root folder unless the body says otherwise. Its first version has the number 1. With an `Idempotency-Key`, the identifier is made from the key and the owner: send a random one, or none, if the address of a public document must not be guessed. Needs the role `documents:write`.
         */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the newest version of a document
         * @description The entity tag is the number of the version, which `If-Match` of a later write can name. With `Accept: text/markdown` the answer is the text that the version was made of, to the byte and of its own type; Markdown made of the blocks if it has none. Its entity tag ends with `-md`. Needs the role `documents:read`.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        /**
         * Delete a document with all its versions
         * @description The document and its versions are gone at once and for good. Needs the role `documents:write`.
         */
        delete: operations["deleteDocument"];
        options?: never;
        head?: never;
        /**
         * Change a part of a document
         * @description Makes the next version with the fields that are sent, and everything else as it is. Blocks are replaced as a whole. If nothing differs, no version is made. A public document that is made private is gone from its page for every request that starts later. A document whose file says that it is private, or a draft, stays private. The answer has title and block count, for a key without `documents:read` too. Needs the role `documents:write`.
         */
        patch: operations["patchDocument"];
        trace?: never;
    };
    "/v1/documents/{document_id}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a document as a page
         * @description The HTML of one part of a version, as the address of a public document shows it, for private documents too. It holds no script. A long document has several parts, which the header `Link` names. In a document with a key, a relative link leads to the document whose key is at that place: its address is that of the console, for the whole window. Needs the role `documents:read`.
         */
        get: operations["viewDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * See the page of a document before it is written
         * @description The HTML of one part of the page that a document of this body would have. A body that a write would refuse is refused. Nothing is stored, and the bytes count in no window; the request does. The header `Link` names the other parts: send the same body there. Needs the role `documents:write`.
         */
        post: operations["previewDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the folders directly under a parent
         * @description Without a parent, the folders at the root are listed. Needs the role `folders:read`.
         */
        get: operations["listFolders"];
        put?: never;
        /**
         * Create a folder
         * @description Folders nest. Several folders may have the same name and parent, unless `If-None-Match: *` refuses a second one. The answer has the whole path, for a key without `folders:read` too. Needs the role `folders:write`.
         */
        post: operations["createFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/folders/by-path/{path}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the folder at a path
         * @description Of folders of one name in one folder, the one that was made first counts. Needs the role `folders:read`.
         */
        get: operations["getFolderByPath"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/folders/{folder_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a folder
         * @description Its path is as the folders above it are named now. Needs the role `folders:read`.
         */
        get: operations["getFolder"];
        put?: never;
        post?: never;
        /**
         * Delete a folder
         * @description Without `recursive`, a folder that has documents or folders is refused. With it, all that is below is gone at once and for good, and the key needs `documents:write`, too. Needs the role `folders:write`.
         */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /**
         * Rename a folder, or move it with all that is below it
         * @description Takes effect in one step, however much is below. No document changes: neither its versions nor its entity tag. Every request that starts after the answer sees the folder in its new place. With `If-None-Match: *` another folder of the name in the same place refuses it. A change that lengthens the paths of more than 10000 folders, or puts them deeper, is refused, and so is one that gives a path of more than 4096 bytes. Needs the role `folders:write`.
         */
        patch: operations["patchFolder"];
        trace?: never;
    };
    "/v1/documents/{document_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a document, oldest first
         * @description All versions are listed unless `limit` is sent. The entity tag is the number of the newest version. Needs the role `documents:read`.
         */
        get: operations["listVersions"];
        put?: never;
        /**
         * Push new content as the next version
         * @description The title and the blocks replace those of the version before, and so do the content type and the metadata, absent or not. The visibility and the folder stay unless they are sent. Needs the role `documents:write`.
         */
        post: operations["pushVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{document_id}/versions/{version_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one version of a document
         * @description A version never changes, and it can be read as long as its document exists. With `Accept: text/markdown` the answer is the text that the version was made of, to the byte and of its own type; Markdown made of the blocks if it has none. Its entity tag ends with `-md`. Needs the role `documents:read`.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{document_id}/versions/{from_version}/diff/{to_version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what differs between two versions of a document
         * @description Compares fields, and blocks by their content: which are kept, moved, added, removed or changed, with the differences of a changed text by words. Needs the role `documents:read`.
         */
        get: operations["diffVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{document_id}/versions/{version_number}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an earlier version the newest again
         * @description Makes a new version with the title, content type, metadata and blocks of the one named. The visibility and the folder stay as they are; a file that says that it is private, or a draft, makes it private. The answer has title and block count, for a key without `documents:read` too. Needs the role `documents:write`.
         */
        post: operations["restoreVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send many writes as lines
         * @description Both bodies are lines of JSON (NDJSON), which may also be sent as `application/ndjson`, `application/jsonl`, `application/json`, `text/plain`, or without a type. Each line stands for one request, counts as one in the limits, and has the same answer, in the order of the lines. An empty line has no answer.
         *
         *     Lines that name one document take effect in their order, all others side by side. Where some lines name a document by `id` alone and others by `key` alone, a line waits for all lines before it of the other kind. A line may bear both: it is refused unless they name one document.
         *
         *     A line is at most what a body may be. While a window is full, lines are answered 429, with `details.retry_after` in seconds. A line with `ended` ends the answer early: after 1,000 refused lines in a row, where the input is no longer read, or while the service ends. Send the lines from there on again. Needs the role `documents:write`.
         */
        post: operations["bulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/missing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Which assets have to be sent
         * @description Asks for at most 1000 at once. Those that are there are kept for another 12 hours. Needs the role `documents:write`.
         */
        post: operations["findMissingAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an asset
         * @description Of the owner of the key; of another owner there is none. Its type is told by its first bytes. PNG, JPEG, GIF, WebP and AVIF are shown in place, all else is an attachment. The entity tag is the hash. Needs the role `documents:read`.
         */
        get: operations["getAsset"];
        /**
         * Keep an asset
         * @description The body is the bytes, of any type. They are kept for 12 hours, and as long as a document has a version that names them; nobody but their owner sees them by this address. Needs the role `documents:write`.
         */
        put: operations["putAsset"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep several assets
         * @description Each field of the form is a file. After a failure some may be kept. If none is new, no bytes are counted; else those of the whole body. Needs the role `documents:write`.
         */
        post: operations["postAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{document_id}/assets/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an asset of a document
         * @description Of one whose newest version names it. Its type is told by its first bytes. PNG, JPEG, GIF, WebP and AVIF are shown in place, all else is an attachment. The entity tag is the hash. Needs the role `documents:read`.
         */
        get: operations["getDocumentAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{document_id}/versions/{version_number}/assets/{sha256}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an asset of a version
         * @description Of one version of a document that names it. Its type is told by its first bytes. PNG, JPEG, GIF, WebP and AVIF are shown in place, all else is an attachment. The entity tag is the hash. Needs the role `documents:read`.
         */
        get: operations["getVersionAsset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the key may do, and what is left of the limits
         * @description The request is counted like any other. Windows belong to the owner of the key, not to the key. Needs a key, with any roles or none.
         */
        get: operations["getLimits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description What the text of blocks is.
         * @enum {string}
         */
        ContentType: "markdown" | "html" | "text";
        /** @description Free-form. */
        DocumentMetadata: {
            /** @description What the search by tag finds. The number of tags times the UTF-8 bytes of the title, folded as searches fold it, is at most 65536. */
            tags?: string[] | null;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Whether everybody who knows the address of a document sees its newest version.
         * @enum {string}
         */
        Visibility: "private" | "public";
        /** @description A part of the text of at most 240 characters that shows where the words are. */
        Snippet: {
            /** @description The identifier of the block. Null: it is of the title. */
            block_id: string | null;
            /** @description In their order. Joined they are a part of the text. */
            segments: {
                /** @description Plain text, without markup. */
                text: string;
                /** @description Whether it matches. */
                match: boolean;
            }[];
        };
        /** @description A document as a search shows it, without its blocks. */
        SearchResult: {
            /** @description The identifier of the document. */
            id: string;
            /** @description The address of the page, the same for all versions. It shows a public document. */
            url: string;
            /** @description The folder of the document. */
            folder_id: string;
            /** @description The title of the version. */
            title: string;
            content_type: components["schemas"]["ContentType"];
            /** @description What was sent with the version. Null: none. */
            metadata: components["schemas"]["DocumentMetadata"] | null;
            visibility: components["schemas"]["Visibility"];
            /**
             * Format: date-time
             * @description When the document was made.
             */
            created_at: string;
            /** @description The path of that folder: `/` is the root. */
            folder_path: string;
            /** @description The number of blocks. */
            block_count: number;
            /** @description The number of the newest version. */
            current_version: number | null;
            /**
             * Format: date-time
             * @description When the newest version was made.
             */
            updated_at: string;
            /**
             * @description There only where the text was beyond the bounds of conversion: blocks are its paragraphs.
             * @enum {string}
             */
            converted?: "plain";
            /** @description With `text`. Absent where the text could not be read in time. */
            snippets?: components["schemas"]["Snippet"][];
            /**
             * @description The text is longer than 1 MiB. What comes after that is not searched.
             * @constant
             */
            text_truncated?: true;
        };
        /** @description A tag of results. */
        TagCount: {
            /** @description The tag. */
            value: string;
            /** @description How many of the counted results have it. */
            count: number;
        };
        /** @description A page of documents, and what was asked for. */
        SearchResults: {
            /** @description This page of the documents found. */
            results: components["schemas"]["SearchResult"][];
            /** @description The number of results on this page. */
            count: number;
            /** @description The `q` that was used; null: none. */
            query: string | null;
            /** @description The `tag` that was used; null: none. */
            tag: string | null;
            /** @description The folder that was used, also where `folder_path` named it; null: none. */
            folder_id: string | null;
            /** @description Send it as `cursor` for the next page, which may be empty. Null: this is the last. */
            next_cursor: string | null;
            /** @description The `text` that was used. */
            text?: string;
            /** @description All of `tag` that were used, with `text`. */
            tags?: string[];
            /** @description The number of all results, at most 10,000. With `total`. */
            total?: number;
            /** @description Whether there are no more results than `total`. */
            total_is_exact?: boolean;
            /** @description With `facets`: tags of all results, of at most 10,000. */
            facets?: {
                /** @description The most frequent first, then in UTF-8 bytes. */
                tags: components["schemas"]["TagCount"][];
            };
            /** @description Whether all results were counted. */
            facets_are_exact?: boolean;
        };
        /** @description 422: One of text, q and tag is required. */
        QueryRequiredError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "QUERY_REQUIRED";
            /**
             * @description For people.
             * @example One of text, q and tag is required.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        QueryRequiredAnswer: {
            error: components["schemas"]["QueryRequiredError"];
        };
        /** @description 404: There is no such folder. */
        FolderNotFoundError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "FOLDER_NOT_FOUND";
            /**
             * @description For people.
             * @example There is no such folder.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description 404: There is nothing at this path. */
        RouteNotFoundError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "ROUTE_NOT_FOUND";
            /**
             * @description For people.
             * @example There is nothing at this path.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        FolderNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["FolderNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /** @description 403: The API key lacks the role this needs. */
        InsufficientRoleError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "INSUFFICIENT_ROLE";
            /**
             * @description For people.
             * @example The API key lacks the role this needs.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /**
                 * @description The role that the key lacks.
                 * @enum {string}
                 */
                required: "documents:read" | "documents:write" | "folders:read" | "folders:write";
            };
        };
        /** @description The answer to a request that failed. */
        InsufficientRoleAnswer: {
            error: components["schemas"]["InsufficientRoleError"];
        };
        /** @description One thing that is wrong with a request. */
        FieldFault: {
            /** @description A JSON pointer into the body; for a parameter a slash and its name; for a header its name. */
            path: string;
            /** @description What is wrong there. */
            message: string;
        };
        /** @description 400: The request is not valid. */
        ValidationError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "VALIDATION_ERROR";
            /**
             * @description For people.
             * @example The request is not valid.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description What is wrong; the first 100. */
                errors: components["schemas"]["FieldFault"][];
            };
        };
        /** @description The answer to a request that failed. */
        ValidationErrorAnswer: {
            error: components["schemas"]["ValidationError"];
        };
        /** @description 401: An API key is missing: send the header X-API-Key, or Authorization: Bearer. */
        MissingApiKeyError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "MISSING_API_KEY";
            /**
             * @description For people.
             * @example An API key is missing: send the header X-API-Key, or Authorization: Bearer.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description 401: The API key in the header X-API-Key or Authorization: Bearer is not valid. */
        InvalidApiKeyError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "INVALID_API_KEY";
            /**
             * @description For people.
             * @example The API key in the header X-API-Key or Authorization: Bearer is not valid.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        MissingApiKeyOrInvalidApiKeyAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["MissingApiKeyError"] | components["schemas"]["InvalidApiKeyError"];
        };
        /** @description 429: Too many requests. */
        RateLimitedError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "RATE_LIMITED";
            /**
             * @description For people.
             * @example Too many requests.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /**
                 * @description The window that is full: requests of a minute, of a day, or bytes stored in a day.
                 * @enum {string}
                 */
                window: "minute" | "day" | "bytes";
                /** @description Of a line of a bulk request: seconds until the window has room. */
                retry_after?: number;
            };
        };
        /** @description The answer to a request that failed. */
        RateLimitedAnswer: {
            error: components["schemas"]["RateLimitedError"];
        };
        /** @description 408: The request took too long to arrive. */
        RequestTimeoutError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "REQUEST_TIMEOUT";
            /**
             * @description For people.
             * @example The request took too long to arrive.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        RequestTimeoutAnswer: {
            error: components["schemas"]["RequestTimeoutError"];
        };
        /** @description 431: The request headers are too large. */
        HeadersTooLargeError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "HEADERS_TOO_LARGE";
            /**
             * @description For people.
             * @example The request headers are too large.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        HeadersTooLargeAnswer: {
            error: components["schemas"]["HeadersTooLargeError"];
        };
        /** @description 500: Something went wrong on our side. */
        InternalError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "INTERNAL_ERROR";
            /**
             * @description For people.
             * @example Something went wrong on our side.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        InternalErrorAnswer: {
            error: components["schemas"]["InternalError"];
        };
        /** @description 503: The service cannot do this at the moment. */
        UnavailableError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "UNAVAILABLE";
            /**
             * @description For people.
             * @example The service cannot do this at the moment.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description In a line of an answer in lines: the seconds to wait. */
                retry_after?: number;
                /** @description Of a search with `text`: the command that an operator has to run. */
                run?: string;
            };
        };
        /** @description The answer to a request that failed. */
        UnavailableAnswer: {
            error: components["schemas"]["UnavailableError"];
        };
        /** @description 405: This path does not take this method. */
        MethodNotAllowedError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "METHOD_NOT_ALLOWED";
            /**
             * @description For people.
             * @example This path does not take this method.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description The methods that the path takes, as in the header `Allow`. */
                allow: string;
            };
        };
        /** @description The answer to a request that failed. */
        MethodNotAllowedAnswer: {
            error: components["schemas"]["MethodNotAllowedError"];
        };
        /** @description 404: There is no such document. */
        DocumentNotFoundError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "DOCUMENT_NOT_FOUND";
            /**
             * @description For people.
             * @example There is no such document.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description 404: There is no such version. */
        VersionNotFoundError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "VERSION_NOT_FOUND";
            /**
             * @description For people.
             * @example There is no such version.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description 404: The document has no such part. */
        PartNotFoundError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "PART_NOT_FOUND";
            /**
             * @description For people.
             * @example The document has no such part.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        DocumentNotFoundOrVersionNotFoundOrPartNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["DocumentNotFoundError"] | components["schemas"]["VersionNotFoundError"] | components["schemas"]["PartNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /**
         * @description What the content of a block is.
         * @enum {string}
         */
        BlockType: "heading" | "paragraph" | "code" | "list" | "quote" | "table" | "image" | "divider";
        /** @description Free-form. Three keys have rules: `level` of a heading is 1 to 6, `language` of code is a string, `listType` of a list is `bullet` or `ordered`; null counts as absent. */
        BlockMetadata: {
            [key: string]: unknown;
        };
        /** @description A block. `id` and `order` may be sent; the service assigns them anew. */
        NewBlock: {
            type: components["schemas"]["BlockType"];
            /** @description Text with inline Markdown; code as it is; for a table its Markdown with pipes; for a list one item a line, with `- ` or `1. ` before it; empty for a divider. */
            content: string;
            /** @description What else is to be known of the block. Null: nothing. */
            metadata?: components["schemas"]["BlockMetadata"] | null;
        } & (unknown & unknown & unknown);
        /** @description Other files that the text shows or leads to: by the target as it stands in the text, percent-decoded, without `./`, query and fragment, the SHA-256 of an asset, in hexadecimal. A name has 1 to 512 bytes of UTF-8. */
        AssetMap: {
            [key: string]: string;
        };
        /** @description The content of the document of a key. Other members are ignored. */
        PutDocument: {
            /** @description The title, which searches find by its beginning. Needed without a file, which may have one. */
            title?: string;
            /** @description The content, in the order in which it is read. Needed without a file, and not beside one. */
            blocks?: components["schemas"]["NewBlock"][];
            /** @description Instead of `blocks`: the text of a Markdown file, front matter included, which is kept to the byte. Blocks are made of it. Title and metadata that are sent hold; else those of its front matter do, and its first heading if that is of level 1. Tags are joined. Of both visibilities the more private one holds; a draft is private. A title that is nowhere else is the last part of the key without its extension. */
            markdown?: string | null;
            /** @description Instead of `blocks`: the text of an HTML file, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. A title that is nowhere else is the last part of the key without its extension. */
            html?: string | null;
            /** @description Instead of `blocks`: the text of a file of plain text, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. A title that is nowhere else is the last part of the key without its extension. */
            text?: string | null;
            /** @description Absent or null: that of the file, or markdown. */
            content_type?: components["schemas"]["ContentType"] | null;
            /** @description At most 262144 bytes of JSON. Absent or null: none. */
            metadata?: components["schemas"]["DocumentMetadata"] | null;
            /** @description Instead of `folder_id`, which holds where both are sent: a slash and the names from the root down, as `/guides/start`. Missing folders are made, which needs the role `folders:write`, and each counts as one more request. A write that is refused makes none, unless another write was faster at the very end: then the folders stay. At most 4096 bytes of UTF-8. */
            folder_path?: string | null;
            /** @description Replaced as a whole. Absent or null: as in the newest version. */
            assets?: components["schemas"]["AssetMap"] | null;
            /** @description Where the keys that you send begin, as `docs/`: links to `/a.md` lead to the document of the key `docs/a.md`. Absent or null: as in the newest version. */
            root?: string | null;
            /** @description The folder to move the document to. Absent or null: as it is. Of a new one: the root. */
            folder_id?: string | null;
            /** @description Absent or null: as it is. Of a new document: private. */
            visibility?: components["schemas"]["Visibility"] | null;
        };
        /** @description The text that a version was made of. */
        Source: {
            /** @description Its type: `text/markdown`, `text/html` or `text/plain`. */
            media_type: string;
            /** @description SHA-256 of its bytes, in hexadecimal. */
            sha256: string;
            /** @description Its length in bytes. */
            bytes: number;
        };
        /** @description The document of a key. */
        PutDocumentAnswer: {
            /** @description The identifier of the document. */
            id: string;
            /** @description The address of the page, the same for all versions. It shows a public document. */
            url: string;
            /** @description The folder of the document. */
            folder_id: string;
            /** @description The title of the version. */
            title: string;
            content_type: components["schemas"]["ContentType"];
            /** @description What was sent with the version. Null: none. */
            metadata: components["schemas"]["DocumentMetadata"] | null;
            visibility: components["schemas"]["Visibility"];
            /**
             * Format: date-time
             * @description When the document was made.
             */
            created_at: string;
            /** @description The number of blocks. */
            block_count: number;
            /** @description The number of the newest version. */
            version: number;
            /** @description How many versions the document has. */
            version_count: number;
            /**
             * @description What was done. Unchanged: nothing was written.
             * @enum {string}
             */
            result: "created" | "updated" | "unchanged";
            /**
             * @description SHA-256, in hexadecimal, of the RFC 8785 form of `{"blocks":[{"content":…,"metadata":…,"type":…}],"content_type":…,"metadata":…,"title":…}`. An absent metadata is null, an absent content_type markdown, and the content of a divider empty. Test vectors:
             *
             *     `{"blocks":[],"content_type":"markdown","metadata":null,"title":"A"}` has the hash `6e413b13b62929558bc0bf2f773c04f3f9e1f4a2f6cecef1b90f7d571a1de03f`.
             *
             *     `{"blocks":[{"content":"","metadata":null,"type":"divider"}],"content_type":"html","metadata":{},"title":"\"€\" \u0007"}` has the hash `a81b6f5f2ae6e25be891daee12221ad3368669ab5307e2760caab8d8e1eb877b`.
             *
             *     `{"blocks":[{"content":"a\nb","metadata":{"z":"😀","é":[0,1e-7,1e+21]},"type":"code"}],"content_type":"text","metadata":{"":true,"10":1,"9":2.5},"title":"A"}` has the hash `be050281836ecaff72607d1ebacd33390885babe3eb647dd93eab577b4080458`.
             */
            content_hash: string;
            /** @description The text that the version was made of. Null: it was made of blocks. */
            source: components["schemas"]["Source"] | null;
            /**
             * @description There only where the text was beyond the bounds of conversion: blocks are its paragraphs.
             * @enum {string}
             */
            converted?: "plain";
        };
        /** @description 404: There is no such asset. */
        AssetNotFoundError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "ASSET_NOT_FOUND";
            /**
             * @description For people.
             * @example There is no such asset.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description SHA-256, in hexadecimal, of what the owner of the key does not have, or the document does not name. */
                missing: string[];
            };
        };
        /** @description The answer to a request that failed. */
        AssetNotFoundOrFolderNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["AssetNotFoundError"] | components["schemas"]["FolderNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /** @description 409: This Idempotency-Key was used with another request. */
        IdempotencyKeyReusedError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "IDEMPOTENCY_KEY_REUSED";
            /**
             * @description For people.
             * @example This Idempotency-Key was used with another request.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description The document that the key was used for, deleted or not, if any. */
                document_id?: string;
            };
        };
        /** @description 409: There would be too many folders. */
        LimitReachedError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "LIMIT_REACHED";
            /**
             * @description For people.
             * @example There would be too many folders.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description The most that there may be. */
                limit: number;
            };
        };
        /** @description The answer to a request that failed. */
        IdempotencyKeyReusedOrLimitReachedAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["LimitReachedError"];
        };
        /** @description 412: The document has another version by now. */
        PreconditionFailedError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "PRECONDITION_FAILED";
            /**
             * @description For people.
             * @example The document has another version by now.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description Of a document, the number of the newest version. Null: the key has no document. */
                current_version?: number | null;
                /** @description Of a folder, its revision. */
                revision?: number;
                /** @description With `If-None-Match: *`, the folder that has the name. */
                folder_id?: string;
            };
        };
        /** @description The answer to a request that failed. */
        PreconditionFailedAnswer: {
            error: components["schemas"]["PreconditionFailedError"];
        };
        /** @description 403: The monthly document quota is exhausted. */
        QuotaExceededError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "QUOTA_EXCEEDED";
            /**
             * @description For people.
             * @example The monthly document quota is exhausted.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description The documents made this month. */
                used: number;
                /** @description The documents that the plan allows in a month. */
                limit: number;
            };
        };
        /** @description The answer to a request that failed. */
        QuotaExceededOrInsufficientRoleAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["QuotaExceededError"] | components["schemas"]["InsufficientRoleError"];
        };
        /** @description 413: The body is too large. */
        PayloadTooLargeError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "PAYLOAD_TOO_LARGE";
            /**
             * @description For people.
             * @example The body is too large.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description The most bytes of a body, before and after decompression. */
                limit: number;
            };
        };
        /** @description The answer to a request that failed. */
        PayloadTooLargeAnswer: {
            error: components["schemas"]["PayloadTooLargeError"];
        };
        /** @description 415: This path does not take a body of this type. */
        UnsupportedMediaTypeError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "UNSUPPORTED_MEDIA_TYPE";
            /**
             * @description For people.
             * @example This path does not take a body of this type.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        UnsupportedMediaTypeAnswer: {
            error: components["schemas"]["UnsupportedMediaTypeError"];
        };
        /** @description A block of a version. */
        Block: {
            /** @description The identifier of the block, unique within the version. A restore keeps it. */
            id: string;
            /** @description The place of the block, from 0. */
            order: number;
            type: components["schemas"]["BlockType"];
            /** @description Text with inline Markdown; code as it is; for a table its Markdown with pipes; for a list one item a line, with `- ` or `1. ` before it; empty for a divider. */
            content: string;
            /** @description What else is to be known of the block. Null: nothing. */
            metadata: components["schemas"]["BlockMetadata"] | null;
        };
        /** @description A document with the content of its newest version. */
        Document: {
            /** @description The identifier of the document. */
            id: string;
            /** @description The address of the page, the same for all versions. It shows a public document. */
            url: string;
            /** @description The folder of the document. */
            folder_id: string;
            /** @description The title of the version. */
            title: string;
            content_type: components["schemas"]["ContentType"];
            /** @description What was sent with the version. Null: none. */
            metadata: components["schemas"]["DocumentMetadata"] | null;
            visibility: components["schemas"]["Visibility"];
            /**
             * Format: date-time
             * @description When the document was made.
             */
            created_at: string;
            /** @description The blocks, in their order. */
            blocks: components["schemas"]["Block"][];
            /**
             * Format: date-time
             * @description When the newest version was made.
             */
            updated_at: string;
            /** @description Your own key of the document. Null: it has none. */
            key: string | null;
            /** @description The number of the newest version. */
            current_version: number;
            /** @description As in the answer to a PUT by key. Null: an older version of the service wrote the document last. */
            content_hash: string | null;
            /** @description The text that the version was made of. Null: it was made of blocks. */
            source: components["schemas"]["Source"] | null;
            /**
             * @description There only where the text was beyond the bounds of conversion: blocks are its paragraphs.
             * @enum {string}
             */
            converted?: "plain";
            assets: components["schemas"]["AssetMap"];
            /** @description Where the keys of the pusher begin, from which links with a slash are resolved. Null: not sent. */
            root: string | null;
        };
        /** @description The answer to a request that failed. */
        DocumentNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["DocumentNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /** @description A new document. Other members are ignored. */
        CreateDocument: {
            /** @description The title, which searches find by its beginning. Needed without a file, which may have one. */
            title?: string;
            /** @description The content, in the order in which it is read. Needed without a file, and not beside one. */
            blocks?: components["schemas"]["NewBlock"][];
            /** @description Instead of `blocks`: the text of a Markdown file, front matter included, which is kept to the byte. Blocks are made of it. Title and metadata that are sent hold; else those of its front matter do, and its first heading if that is of level 1. Tags are joined. Of both visibilities the more private one holds; a draft is private. A title that is nowhere else is the last part of the key without its extension. */
            markdown?: string | null;
            /** @description Instead of `blocks`: the text of an HTML file, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. A title that is nowhere else is the last part of the key without its extension. */
            html?: string | null;
            /** @description Instead of `blocks`: the text of a file of plain text, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. A title that is nowhere else is the last part of the key without its extension. */
            text?: string | null;
            /** @description Absent or null: that of the file, or markdown. */
            content_type?: components["schemas"]["ContentType"] | null;
            /** @description At most 262144 bytes of JSON. Absent or null: none. */
            metadata?: components["schemas"]["DocumentMetadata"] | null;
            /** @description Instead of `folder_id`, which holds where both are sent: a slash and the names from the root down, as `/guides/start`. Missing folders are made, which needs the role `folders:write`, and each counts as one more request. A write that is refused makes none, unless another write was faster at the very end: then the folders stay. At most 4096 bytes of UTF-8. */
            folder_path?: string | null;
            /** @description Replaced as a whole. Absent or null: as in the newest version. */
            assets?: components["schemas"]["AssetMap"] | null;
            /** @description Where the keys that you send begin, as `docs/`: links to `/a.md` lead to the document of the key `docs/a.md`. Absent or null: as in the newest version. */
            root?: string | null;
            /** @description The folder to make it in. Absent or null: the root folder. */
            folder_id?: string | null;
            /** @description Absent or null: private. */
            visibility?: components["schemas"]["Visibility"] | null;
        };
        /** @description A document that was made. */
        CreatedDocument: {
            /** @description The identifier of the document. */
            id: string;
            /** @description The address of the page, the same for all versions. It shows a public document. */
            url: string;
            /** @description The folder of the document. */
            folder_id: string;
            /** @description The title of the version. */
            title: string;
            content_type: components["schemas"]["ContentType"];
            /** @description What was sent with the version. Null: none. */
            metadata: components["schemas"]["DocumentMetadata"] | null;
            visibility: components["schemas"]["Visibility"];
            /**
             * Format: date-time
             * @description When the document was made.
             */
            created_at: string;
            /** @description The number of blocks. */
            block_count: number;
            /**
             * @description There only where the text was beyond the bounds of conversion: blocks are its paragraphs.
             * @enum {string}
             */
            converted?: "plain";
        };
        /** @description A document as a list shows it, without its blocks. */
        ListedDocument: {
            /** @description The identifier of the document. */
            id: string;
            /** @description The address of the page, the same for all versions. It shows a public document. */
            url: string;
            /** @description The folder of the document. */
            folder_id: string;
            /** @description The title of the version. */
            title: string;
            content_type: components["schemas"]["ContentType"];
            /** @description What was sent with the version. Null: none. */
            metadata: components["schemas"]["DocumentMetadata"] | null;
            visibility: components["schemas"]["Visibility"];
            /**
             * Format: date-time
             * @description When the document was made.
             */
            created_at: string;
            /** @description The path of that folder: `/` is the root. */
            folder_path: string;
            /** @description The number of blocks. */
            block_count: number;
            /** @description The number of the newest version. */
            current_version: number | null;
            /**
             * Format: date-time
             * @description When the newest version was made.
             */
            updated_at: string;
            /**
             * @description There only where the text was beyond the bounds of conversion: blocks are its paragraphs.
             * @enum {string}
             */
            converted?: "plain";
            /** @description Your own key of the document. Null: it has none. */
            key: string | null;
            /** @description As in the answer to a PUT by key. Null: an older version of the service wrote the document last. */
            content_hash: string | null;
            /** @description SHA-256 of `assets`: of the JSON of their pairs `["name","hash"]`, as a list in the order of the names by UTF-16 code units, without blanks. Null: there are none. */
            assets_hash: string | null;
            /** @description The text that the version was made of. Null: it was made of blocks. */
            source: components["schemas"]["Source"] | null;
        };
        /** @description A page of documents. It may be short and still have a cursor. */
        DocumentList: {
            /** @description The documents, in the order that `sort` asks for. */
            documents: components["schemas"]["ListedDocument"][];
            /** @description Send it as `cursor` for the next page. Null: this is the last. */
            next_cursor: string | null;
        };
        /** @description 403: Only the owner of the document may do this. */
        NotOwnerError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "NOT_OWNER";
            /**
             * @description For people.
             * @example Only the owner of the document may do this.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        NotOwnerOrInsufficientRoleAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["NotOwnerError"] | components["schemas"]["InsufficientRoleError"];
        };
        /** @description A document that is not stored. Other members are ignored. */
        PreviewDocument: {
            /** @description The title, which searches find by its beginning. Needed without a file, which may have one. */
            title?: string;
            /** @description The content, in the order in which it is read. Needed without a file, and not beside one. */
            blocks?: components["schemas"]["NewBlock"][];
            /** @description Instead of `blocks`: the text of a Markdown file, front matter included, which is kept to the byte. Blocks are made of it. Title and metadata that are sent hold; else those of its front matter do, and its first heading if that is of level 1. Tags are joined. Of both visibilities the more private one holds; a draft is private. A title that is nowhere else is the last part of the key without its extension. */
            markdown?: string | null;
            /** @description Instead of `blocks`: the text of an HTML file, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. A title that is nowhere else is the last part of the key without its extension. */
            html?: string | null;
            /** @description Instead of `blocks`: the text of a file of plain text, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. A title that is nowhere else is the last part of the key without its extension. */
            text?: string | null;
            /** @description Absent or null: that of the file, or markdown. */
            content_type?: components["schemas"]["ContentType"] | null;
            /** @description At most 262144 bytes of JSON. Absent or null: none. */
            metadata?: components["schemas"]["DocumentMetadata"] | null;
            /** @description Replaced as a whole. Absent or null: as in the newest version. */
            assets?: components["schemas"]["AssetMap"] | null;
            /** @description Where the keys that you send begin, as `docs/`: links to `/a.md` lead to the document of the key `docs/a.md`. Absent or null: as in the newest version. */
            root?: string | null;
            /** @description Your own key of the document. Absent or null: it has none. */
            key?: string | null;
            /** @description The title of the newest version, which stays where neither `title` nor the file has one. */
            kept_title?: string | null;
        };
        /** @description The answer to a request that failed. */
        PartNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["PartNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /** @description The fields to change. Other members are ignored. */
        PatchDocument: {
            /** @description The title. Absent or null: as it is. */
            title?: string | null;
            /** @description Replaced as a whole. Absent or null: as it is. */
            blocks?: components["schemas"]["NewBlock"][] | null;
            /** @description Instead of `blocks`: the text of a Markdown file, front matter included, which is kept to the byte. Blocks are made of it. Title and metadata that are sent hold; else those of its front matter do, and its first heading if that is of level 1. Tags are joined. Of both visibilities the more private one holds; a draft is private. The metadata is replaced, and a title that is nowhere else stays. */
            markdown?: string | null;
            /** @description Instead of `blocks`: the text of an HTML file, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. The metadata is replaced, and a title that is nowhere else stays. */
            html?: string | null;
            /** @description Instead of `blocks`: the text of a file of plain text, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. The metadata is replaced, and a title that is nowhere else stays. */
            text?: string | null;
            /** @description At most 262144 bytes of JSON. Replaced as a whole. Null: none. Absent: as it is. */
            metadata?: components["schemas"]["DocumentMetadata"] | null;
            /** @description Absent or null: as it is. */
            content_type?: components["schemas"]["ContentType"] | null;
            /** @description The folder to move the document to. Absent or null: as it is. */
            folder_id?: string | null;
            /** @description Instead of `folder_id`, which holds where both are sent: a slash and the names from the root down, as `/guides/start`. Missing folders are made, which needs the role `folders:write`, and each counts as one more request. A write that is refused makes none, unless another write was faster at the very end: then the folders stay. At most 4096 bytes of UTF-8. */
            folder_path?: string | null;
            /** @description Absent or null: as it is. */
            visibility?: components["schemas"]["Visibility"] | null;
            /** @description Replaced as a whole. Absent or null: as in the newest version. */
            assets?: components["schemas"]["AssetMap"] | null;
            /** @description Where the keys that you send begin, as `docs/`: links to `/a.md` lead to the document of the key `docs/a.md`. Absent or null: as in the newest version. */
            root?: string | null;
        };
        /** @description The newest version, and the fields that were sent. */
        PatchedDocument: {
            /** @description The identifier of the document. */
            id: string;
            /** @description The address of the page, the same for all versions. It shows a public document. */
            url: string;
            /** @description The number of the version. */
            version: number;
            /** @description How many versions the document has. */
            version_count: number;
            /** @description The title of the version. */
            title: string;
            /** @description The number of blocks. */
            block_count: number;
            /**
             * Format: date-time
             * @description When the version was made.
             */
            created_at: string;
            /**
             * @description There only where the text was beyond the bounds of conversion: blocks are its paragraphs.
             * @enum {string}
             */
            converted?: "plain";
            content_type?: components["schemas"]["ContentType"];
            /** @description What was sent with the version. Null: none. */
            metadata?: components["schemas"]["DocumentMetadata"] | null;
            visibility?: components["schemas"]["Visibility"];
            /** @description The folder of the document. */
            folder_id?: string;
        };
        /** @description The answer to a request that failed. */
        AssetNotFoundOrDocumentNotFoundOrFolderNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["AssetNotFoundError"] | components["schemas"]["DocumentNotFoundError"] | components["schemas"]["FolderNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /** @description A new folder. Other members are ignored. */
        CreateFolder: {
            /** @description The name: no slash, no control characters, not `.` or `..`. */
            name: string;
            /** @description The folder to make it in. Absent or null: the root. At most 100 folders are above a folder, and its path has at most 4096 bytes of UTF-8. */
            parent_id?: string | null;
        };
        /** @description A folder. */
        Folder: {
            /** @description The identifier of the folder. */
            id: string;
            /** @description The name of the folder. Names need not be unique. */
            name: string;
            /** @description The folder that it is in; null: the root. */
            parent_id: string | null;
            /** @description The names from the root, each after a slash: at most 4096 bytes of UTF-8. */
            path: string;
            /** @description The number of folders above it, without the root. */
            depth: number;
            /**
             * Format: date-time
             * @description When the folder was made.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last renamed or moved; at first when it was made.
             */
            updated_at: string;
            /** @description One more with each time that it was renamed or moved. */
            revision: number;
        };
        /** @description The folders directly in another. */
        FolderList: {
            /** @description By name, then identifier, in UTF-8 bytes. */
            folders: components["schemas"]["Folder"][];
        };
        /** @description What is to be changed. Other members are ignored. */
        PatchFolder: {
            /** @description Absent or null: it stays. */
            name?: string | null;
            /** @description The folder to move it to, with all that is below it. Null: the root. Absent: it stays. */
            parent_id?: string | null;
        };
        /** @description 409: A folder cannot be moved into itself or below itself. */
        FolderCycleError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "FOLDER_CYCLE";
            /**
             * @description For people.
             * @example A folder cannot be moved into itself or below itself.
             */
            message: string;
            /** @description Empty. */
            details: Record<string, never>;
        };
        /** @description The answer to a request that failed. */
        FolderCycleOrLimitReachedOrIdempotencyKeyReusedAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["FolderCycleError"] | components["schemas"]["LimitReachedError"] | components["schemas"]["IdempotencyKeyReusedError"];
        };
        /** @description 409: The folder is not empty. */
        FolderNotEmptyError: {
            /**
             * @description The same for every error of this kind.
             * @enum {string}
             */
            code: "FOLDER_NOT_EMPTY";
            /**
             * @description For people.
             * @example The folder is not empty.
             */
            message: string;
            /** @description What a program may want to know. */
            details: {
                /** @description Whether folders are in it. */
                folders: boolean;
                /** @description Whether documents are in it. */
                documents: boolean;
            };
        };
        /** @description The answer to a request that failed. */
        FolderNotEmptyAnswer: {
            error: components["schemas"]["FolderNotEmptyError"];
        };
        /** @description The next version. Other members are ignored. */
        PushVersion: {
            /** @description The title, which searches find by its beginning. Needed without a file, which may have one. */
            title?: string;
            /** @description The content, in the order in which it is read. Needed without a file, and not beside one. */
            blocks?: components["schemas"]["NewBlock"][];
            /** @description Instead of `blocks`: the text of a Markdown file, front matter included, which is kept to the byte. Blocks are made of it. Title and metadata that are sent hold; else those of its front matter do, and its first heading if that is of level 1. Tags are joined. Of both visibilities the more private one holds; a draft is private. A title that is nowhere else is the last part of the key without its extension. */
            markdown?: string | null;
            /** @description Instead of `blocks`: the text of an HTML file, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. A title that is nowhere else is the last part of the key without its extension. */
            html?: string | null;
            /** @description Instead of `blocks`: the text of a file of plain text, which is kept to the byte. Its text after the front matter is the one block. Of its front matter, visibility and drafts alone count, as in `markdown`. A title that is nowhere else is the last part of the key without its extension. */
            text?: string | null;
            /** @description Absent or null: that of the file, or markdown. */
            content_type?: components["schemas"]["ContentType"] | null;
            /** @description At most 262144 bytes of JSON. Absent or null: none. */
            metadata?: components["schemas"]["DocumentMetadata"] | null;
            /** @description Instead of `folder_id`, which holds where both are sent: a slash and the names from the root down, as `/guides/start`. Missing folders are made, which needs the role `folders:write`, and each counts as one more request. A write that is refused makes none, unless another write was faster at the very end: then the folders stay. At most 4096 bytes of UTF-8. */
            folder_path?: string | null;
            /** @description Replaced as a whole. Absent or null: as in the newest version. */
            assets?: components["schemas"]["AssetMap"] | null;
            /** @description Where the keys that you send begin, as `docs/`: links to `/a.md` lead to the document of the key `docs/a.md`. Absent or null: as in the newest version. */
            root?: string | null;
            /** @description The folder to move the document to. Absent or null: as it is. */
            folder_id?: string | null;
            /** @description Absent or null: as it is. */
            visibility?: components["schemas"]["Visibility"] | null;
        };
        /** @description The newest version. */
        NewVersion: {
            /** @description The identifier of the document. */
            id: string;
            /** @description The address of the page, the same for all versions. It shows a public document. */
            url: string;
            /** @description The number of the version. */
            version: number;
            /** @description How many versions the document has. */
            version_count: number;
            /** @description The title of the version. */
            title: string;
            /** @description The number of blocks. */
            block_count: number;
            /**
             * Format: date-time
             * @description When the version was made.
             */
            created_at: string;
            /**
             * @description There only where the text was beyond the bounds of conversion: blocks are its paragraphs.
             * @enum {string}
             */
            converted?: "plain";
        };
        /** @description The key that a version was written with. */
        Author: {
            /** @description The identifier of the key. */
            key_id: string;
            /** @description The label that the key had then. Null: it had none. */
            label: string | null;
        };
        /** @description A version as lists show it. */
        VersionSummary: {
            /** @description The number of the version. */
            version: number;
            /** @description The title of the version. */
            title: string;
            /** @description The number of blocks. */
            block_count: number;
            /**
             * Format: date-time
             * @description When the version was made.
             */
            created_at: string;
            /** @description The key that the version was written with. Null: an older version of the service wrote it. */
            author: components["schemas"]["Author"] | null;
            /** @description The version that it was restored from. Absent: no restore made it. */
            restored_from?: number;
            /**
             * @description There only where the text was beyond the bounds of conversion: blocks are its paragraphs.
             * @enum {string}
             */
            converted?: "plain";
        };
        /** @description The versions of a document. */
        VersionList: {
            /** @description Oldest first. */
            versions: components["schemas"]["VersionSummary"][];
            /** @description The number of the newest version. */
            current_version: number;
        };
        /** @description A version with its content. It never changes. */
        Version: {
            /** @description The number of the version. */
            version: number;
            /** @description The title of the version. */
            title: string;
            content_type: components["schemas"]["ContentType"];
            /** @description What was sent with the version. Null: none. */
            metadata: components["schemas"]["DocumentMetadata"] | null;
            /** @description The blocks, in their order. */
            blocks: components["schemas"]["Block"][];
            /**
             * Format: date-time
             * @description When the version was made.
             */
            created_at: string;
            /** @description The key that the version was written with. Null: an older version of the service wrote it. */
            author: components["schemas"]["Author"] | null;
            /** @description The version that it was restored from. Absent: no restore made it. */
            restored_from?: number;
            /** @description The text that the version was made of. Null: it was made of blocks. */
            source: components["schemas"]["Source"] | null;
            /**
             * @description There only where the text was beyond the bounds of conversion: blocks are its paragraphs.
             * @enum {string}
             */
            converted?: "plain";
            assets: components["schemas"]["AssetMap"];
            /** @description Where the keys of the pusher begin, from which links with a slash are resolved. Null: not sent. */
            root: string | null;
        };
        /** @description The answer to a request that failed. */
        DocumentNotFoundOrVersionNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["DocumentNotFoundError"] | components["schemas"]["VersionNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /** @description A version that was compared. */
        ComparedVersion: {
            /** @description The number of the version. */
            version: number;
            /**
             * Format: date-time
             * @description When the version was made.
             */
            created_at: string;
            /** @description The key that the version was written with. Null: an older version of the service wrote it. */
            author: components["schemas"]["Author"] | null;
        };
        /** @description Equal and deleted texts make up the text of `from`, equal and inserted ones that of `to`. */
        Span: {
            /**
             * @description Whether both versions have the text, or which of them.
             * @enum {string}
             */
            op: "equal" | "insert" | "delete";
            /** @description The text of the span. */
            text: string;
        };
        /** @description A run of equal blocks. */
        KeptBlocks: {
            /**
             * @description What happened.
             * @enum {string}
             */
            change: "kept";
            /** @description The `order` of the block in the version compared from. */
            from: number;
            /** @description The `order` of the block in the version compared to. */
            to: number;
            /** @description The number of blocks. */
            count: number;
        };
        /** @description An equal block in another order. */
        MovedBlock: {
            /**
             * @description What happened.
             * @enum {string}
             */
            change: "moved";
            /** @description The `order` of the block in the version compared from. */
            from: number;
            /** @description The `order` of the block in the version compared to. */
            to: number;
        };
        /** @description A block without its identifier and place. */
        BlockContent: {
            type: components["schemas"]["BlockType"];
            /** @description Text with inline Markdown; code as it is; for a table its Markdown with pipes; for a list one item a line, with `- ` or `1. ` before it; empty for a divider. */
            content: string;
            /** @description What else is to be known of the block. Null: nothing. */
            metadata: components["schemas"]["BlockMetadata"] | null;
        };
        /** @description A new block. */
        AddedBlock: {
            /**
             * @description What happened.
             * @enum {string}
             */
            change: "added";
            /** @description The `order` of the block in the version compared to. */
            to: number;
            block: components["schemas"]["BlockContent"];
        };
        /** @description A block that is gone. */
        RemovedBlock: {
            /**
             * @description What happened.
             * @enum {string}
             */
            change: "removed";
            /** @description The `order` of the block in the version compared from. */
            from: number;
            block: components["schemas"]["BlockContent"];
        };
        /** @description How the text of a block changed. */
        ContentChange: {
            /** @description The differences by words. */
            spans: components["schemas"]["Span"][];
        } | {
            /** @description The whole text. */
            from: string;
            /** @description The whole text. */
            to: string;
        };
        /** @description A block that became another one. It has the members that differ. */
        ChangedBlock: {
            /**
             * @description What happened.
             * @enum {string}
             */
            change: "changed";
            /** @description The `order` of the block in the version compared from. */
            from: number;
            /** @description The `order` of the block in the version compared to. */
            to: number;
            /** @description How the type changed. */
            type?: {
                from: components["schemas"]["BlockType"];
                to: components["schemas"]["BlockType"];
            };
            /** @description How the metadata changed. */
            metadata?: {
                /** @description Null: none. */
                from: components["schemas"]["BlockMetadata"] | null;
                /** @description Null: none. */
                to: components["schemas"]["BlockMetadata"] | null;
            };
            content?: components["schemas"]["ContentChange"];
        };
        /** @description Blocks are equal if type, content and metadata are; identifiers do not count. */
        BlockChange: components["schemas"]["KeptBlocks"] | components["schemas"]["MovedBlock"] | components["schemas"]["AddedBlock"] | components["schemas"]["RemovedBlock"] | components["schemas"]["ChangedBlock"];
        /** @description What differs between two versions of a document. */
        VersionDiff: {
            /** @description The identifier of the document. */
            document_id: string;
            from: components["schemas"]["ComparedVersion"];
            to: components["schemas"]["ComparedVersion"];
            /** @description The fields that differ. */
            fields: {
                /** @description How the title changed. */
                title?: {
                    /** @description The title in `from`. */
                    from: string;
                    /** @description The title in `to`. */
                    to: string;
                    /** @description The differences by words. */
                    spans: components["schemas"]["Span"][];
                };
                /** @description How the content type changed. */
                content_type?: {
                    from: components["schemas"]["ContentType"];
                    to: components["schemas"]["ContentType"];
                };
                /** @description How the metadata changed. */
                metadata?: {
                    /** @description Null: none. */
                    from: components["schemas"]["DocumentMetadata"] | null;
                    /** @description Null: none. */
                    to: components["schemas"]["DocumentMetadata"] | null;
                };
                /** @description How the visibility changed. */
                visibility?: {
                    from: components["schemas"]["Visibility"];
                    to: components["schemas"]["Visibility"];
                };
                /** @description How the folder changed. */
                folder_id?: {
                    /** @description The identifier of the folder. */
                    from: string;
                    /** @description The identifier of the folder. */
                    to: string;
                };
            };
            /** @description In the order of `to`. Removed blocks stand where they stood. */
            blocks: components["schemas"]["BlockChange"][];
        };
        /** @description The answer to a request that failed. */
        IdempotencyKeyReusedAnswer: {
            error: components["schemas"]["IdempotencyKeyReusedError"];
        };
        /** @description A line of a bulk request: put. */
        PutLine: {
            /**
             * @description The request that the line stands for.
             * @enum {string}
             */
            op: "put";
            /**
             * @description A key of your own, as in `/v1/documents/by-key/{key}`, without escapes.
             * @example guides/start.md
             */
            key: string;
            /**
             * @description Its document, which must be there already. Null: as absent.
             * @example ERD5IxCsdmcTU0t5M5PQDnnf
             */
            id?: string | null;
            document: components["schemas"]["PutDocument"];
            /** @description As the header `Idempotency-Key`. Null: as absent. */
            idempotency_key?: string | null;
            /**
             * @description As the header `If-Match`, with its quotes. Null: as absent.
             * @example "1"
             */
            if_match?: string | null;
            /**
             * @description As the header `If-None-Match`. Null: as absent.
             * @example *
             */
            if_none_match?: string | null;
        };
        /** @description A line of a bulk request: create. */
        CreateLine: {
            /**
             * @description The request that the line stands for.
             * @enum {string}
             */
            op: "create";
            document: components["schemas"]["CreateDocument"];
            /** @description As the header `Idempotency-Key`. Null: as absent. */
            idempotency_key?: string | null;
        };
        /** @description A line of a bulk request: push. */
        PushLine: {
            /**
             * @description The request that the line stands for.
             * @enum {string}
             */
            op: "push";
            /**
             * @description The document. Needed without `key`. Null: as absent.
             * @example ERD5IxCsdmcTU0t5M5PQDnnf
             */
            id?: string | null;
            /**
             * @description A key of your own, as in `/v1/documents/by-key/{key}`, without escapes. Beside `id`: the key of that document. Null: as absent.
             * @example guides/start.md
             */
            key?: string | null;
            document: components["schemas"]["PushVersion"];
            /** @description As the header `Idempotency-Key`. Null: as absent. */
            idempotency_key?: string | null;
            /**
             * @description As the header `If-Match`, with its quotes. Null: as absent.
             * @example "1"
             */
            if_match?: string | null;
        };
        /** @description A line of a bulk request: patch. */
        PatchLine: {
            /**
             * @description The request that the line stands for.
             * @enum {string}
             */
            op: "patch";
            /**
             * @description The document. Needed without `key`. Null: as absent.
             * @example ERD5IxCsdmcTU0t5M5PQDnnf
             */
            id?: string | null;
            /**
             * @description A key of your own, as in `/v1/documents/by-key/{key}`, without escapes. Beside `id`: the key of that document. Null: as absent.
             * @example guides/start.md
             */
            key?: string | null;
            changes: components["schemas"]["PatchDocument"];
            /** @description As the header `Idempotency-Key`. Null: as absent. */
            idempotency_key?: string | null;
            /**
             * @description As the header `If-Match`, with its quotes. Null: as absent.
             * @example "1"
             */
            if_match?: string | null;
        };
        /** @description A line of a bulk request: delete. */
        DeleteLine: {
            /**
             * @description The request that the line stands for.
             * @enum {string}
             */
            op: "delete";
            /**
             * @description The document. Needed without `key`. Null: as absent.
             * @example ERD5IxCsdmcTU0t5M5PQDnnf
             */
            id?: string | null;
            /**
             * @description A key of your own, as in `/v1/documents/by-key/{key}`, without escapes. Beside `id`: the key of that document. Null: as absent.
             * @example guides/start.md
             */
            key?: string | null;
            /**
             * @description As the header `If-Match`, with its quotes. Null: as absent.
             * @example "1"
             */
            if_match?: string | null;
        };
        /** @description One line of a bulk request. */
        BulkLine: components["schemas"]["PutLine"] | components["schemas"]["CreateLine"] | components["schemas"]["PushLine"] | components["schemas"]["PatchLine"] | components["schemas"]["DeleteLine"];
        /** @description An error of any kind. */
        AnyError: components["schemas"]["ValidationError"] | components["schemas"]["MissingApiKeyError"] | components["schemas"]["InvalidApiKeyError"] | components["schemas"]["InsufficientRoleError"] | components["schemas"]["NotOwnerError"] | components["schemas"]["QuotaExceededError"] | components["schemas"]["DocumentNotFoundError"] | components["schemas"]["VersionNotFoundError"] | components["schemas"]["AssetNotFoundError"] | components["schemas"]["PartNotFoundError"] | components["schemas"]["FolderNotFoundError"] | components["schemas"]["RouteNotFoundError"] | components["schemas"]["MethodNotAllowedError"] | components["schemas"]["RequestTimeoutError"] | components["schemas"]["IdempotencyKeyReusedError"] | components["schemas"]["FolderCycleError"] | components["schemas"]["FolderNotEmptyError"] | components["schemas"]["LimitReachedError"] | components["schemas"]["PreconditionFailedError"] | components["schemas"]["PayloadTooLargeError"] | components["schemas"]["UnsupportedMediaTypeError"] | components["schemas"]["QueryRequiredError"] | components["schemas"]["RateLimitedError"] | components["schemas"]["HeadersTooLargeError"] | components["schemas"]["InternalError"] | components["schemas"]["UnavailableError"];
        /** @description The answer to one line. */
        BulkAnswer: {
            /** @description The number of the line. Empty lines are counted. */
            line: number;
            /** @description The status of the request that the line stands for. */
            status: number;
            /** @description Absent where the answer to that request has no body. */
            body?: components["schemas"]["PutDocumentAnswer"] | components["schemas"]["CreatedDocument"] | components["schemas"]["NewVersion"] | components["schemas"]["PatchedDocument"];
            error?: components["schemas"]["AnyError"];
            /** @description True: the last answer. This line was not taken, nor any line after it. */
            ended?: boolean;
        };
        /** @description The answer to a request that failed. */
        RouteNotFoundAnswer: {
            error: components["schemas"]["RouteNotFoundError"];
        };
        /** @description Assets that may be there. */
        AskedAssets: {
            /** @description SHA-256 of assets, in hexadecimal. */
            ids: string[];
        };
        /** @description What has to be sent. */
        MissingAssets: {
            /** @description Those that are not there. */
            missing: string[];
        };
        /** @description An asset that is kept. */
        Asset: {
            /** @description SHA-256 of the bytes, in hexadecimal. */
            sha256: string;
            /** @description How many. */
            bytes: number;
        };
        /** @description The answer to a request that failed. */
        AssetNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["AssetNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /** @description What was sent, by the names of the fields. */
        UploadedAssets: {
            assets: components["schemas"]["AssetMap"];
        };
        /** @description The answer to a request that failed. */
        DocumentNotFoundOrAssetNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["DocumentNotFoundError"] | components["schemas"]["AssetNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /** @description The answer to a request that failed. */
        DocumentNotFoundOrVersionNotFoundOrAssetNotFoundOrRouteNotFoundAnswer: {
            /** @description What is wrong. */
            error: components["schemas"]["DocumentNotFoundError"] | components["schemas"]["VersionNotFoundError"] | components["schemas"]["AssetNotFoundError"] | components["schemas"]["RouteNotFoundError"];
        };
        /** @description The key of the request. */
        KeyInUse: {
            /** @description The identifier of the key, which is no secret. */
            id: string;
            /** @description What the key is for. Null: it has no label. */
            label: string | null;
            /** @description What the key may do. Empty: nothing that needs a role. */
            roles: string[];
            /**
             * Format: date-time
             * @description When the key stops working. Null: no time is set.
             */
            expires_at: string | null;
        };
        /** @description A window in which requests are counted. */
        RequestWindow: {
            /** @description The requests that the plan allows in the window. */
            limit: number;
            /** @description The requests that are left, this one counted. */
            remaining: number;
            /**
             * Format: date-time
             * @description When the window ends. A window without any use begins with its first use.
             */
            resets_at: string;
        };
        /** @description A window in which stored bytes are counted. Null: the plan does not limit them. */
        ByteWindow: {
            /** @description The bytes that the plan allows in the window. */
            limit: number | null;
            /** @description The bytes that are left. */
            remaining: number | null;
            /**
             * Format: date-time
             * @description When the window ends. A window without any use begins with its first use.
             */
            resets_at: string | null;
        };
        /** @description The quota of documents in a calendar month. */
        DocumentQuota: {
            /** @description The documents that the plan allows to be made in the month. */
            limit: number;
            /** @description The documents made in the month, deleted ones too. Null: not known at the moment. */
            used: number | null;
            /** @description The documents that are left. Null: not known at the moment. */
            remaining: number | null;
            /**
             * Format: date-time
             * @description When the next month begins, UTC.
             */
            resets_at: string;
        };
        /** @description The key, the limits of the plan of its owner, and what is left. */
        Limits: {
            /** @description The owner of the key, of its documents and of its folders. */
            owner: string;
            key: components["schemas"]["KeyInUse"];
            /** @description The name of the plan. */
            plan: string;
            /** @description True: it is the default plan of the service. No plan is set for the owner, or one that was removed. */
            plan_is_default: boolean;
            /** @description Requests in a minute and in a day. All keys of the owner share the windows. */
            requests: {
                minute: components["schemas"]["RequestWindow"];
                day: components["schemas"]["RequestWindow"];
            };
            /** @description Bytes of request bodies in a day, of versions that a restore or a patch copies, of folders that a path makes, and of the entries of tags in the index. Those of writes under way are counted, too. */
            stored_bytes: {
                day: components["schemas"]["ByteWindow"];
            };
            /** @description The most bytes of one asset. It belongs to the service, not to the plan. */
            max_asset_bytes: number;
            /** @description Documents made in a calendar month. */
            documents: {
                month: components["schemas"]["DocumentQuota"];
            };
        };
    };
    responses: {
        /** @description What If-None-Match names is still right. */
        NotModified: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description `QUERY_REQUIRED`: One of text, q and tag is required. */
        QueryRequired: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QueryRequiredAnswer"];
            };
        };
        /**
         * @description `FOLDER_NOT_FOUND`: There is no such folder.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        FolderNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FolderNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /** @description `INSUFFICIENT_ROLE`: The API key lacks the role this needs. */
        InsufficientRole: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InsufficientRoleAnswer"];
            };
        };
        /** @description `VALIDATION_ERROR`: The request is not valid. */
        ValidationError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorAnswer"];
            };
        };
        /**
         * @description `MISSING_API_KEY`: An API key is missing: send the header X-API-Key, or Authorization: Bearer.
         *
         *     `INVALID_API_KEY`: The API key in the header X-API-Key or Authorization: Bearer is not valid.
         */
        MissingApiKeyOrInvalidApiKey: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MissingApiKeyOrInvalidApiKeyAnswer"];
            };
        };
        /** @description `RATE_LIMITED`: Too many requests. */
        RateLimited: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedAnswer"];
            };
        };
        /** @description `REQUEST_TIMEOUT`: The request took too long to arrive. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestTimeoutAnswer"];
            };
        };
        /** @description `HEADERS_TOO_LARGE`: The request headers are too large. */
        HeadersTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["HeadersTooLargeAnswer"];
            };
        };
        /** @description `INTERNAL_ERROR`: Something went wrong on our side. */
        InternalError: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalErrorAnswer"];
            };
        };
        /** @description `UNAVAILABLE`: The service cannot do this at the moment. */
        Unavailable: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnavailableAnswer"];
            };
        };
        /** @description `METHOD_NOT_ALLOWED`: This path does not take this method. */
        MethodNotAllowed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowedAnswer"];
            };
        };
        /**
         * @description `DOCUMENT_NOT_FOUND`: There is no such document.
         *
         *     `VERSION_NOT_FOUND`: There is no such version.
         *
         *     `PART_NOT_FOUND`: The document has no such part.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        DocumentNotFoundOrVersionNotFoundOrPartNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DocumentNotFoundOrVersionNotFoundOrPartNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /**
         * @description `ASSET_NOT_FOUND`: There is no such asset.
         *
         *     `FOLDER_NOT_FOUND`: There is no such folder.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        AssetNotFoundOrFolderNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetNotFoundOrFolderNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /**
         * @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request.
         *
         *     `LIMIT_REACHED`: There would be too many folders.
         */
        IdempotencyKeyReusedOrLimitReached: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedOrLimitReachedAnswer"];
            };
        };
        /** @description `PRECONDITION_FAILED`: The document has another version by now. */
        PreconditionFailed: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PreconditionFailedAnswer"];
            };
        };
        /**
         * @description `QUOTA_EXCEEDED`: The monthly document quota is exhausted.
         *
         *     `INSUFFICIENT_ROLE`: The API key lacks the role this needs.
         */
        QuotaExceededOrInsufficientRoleWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["QuotaExceededOrInsufficientRoleAnswer"];
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeAnswer"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: This path does not take a body of this type. */
        UnsupportedMediaType: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeAnswer"];
            };
        };
        /**
         * @description `DOCUMENT_NOT_FOUND`: There is no such document.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        DocumentNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DocumentNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /**
         * @description `ASSET_NOT_FOUND`: There is no such asset.
         *
         *     `FOLDER_NOT_FOUND`: There is no such folder.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        AssetNotFoundOrFolderNotFoundOrRouteNotFoundWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetNotFoundOrFolderNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /**
         * @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request.
         *
         *     `LIMIT_REACHED`: There would be too many folders.
         */
        IdempotencyKeyReusedOrLimitReachedWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedOrLimitReachedAnswer"];
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The body is too large. */
        PayloadTooLargeWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeAnswer"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: This path does not take a body of this type. */
        UnsupportedMediaTypeWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeAnswer"];
            };
        };
        /** @description `VALIDATION_ERROR`: The request is not valid. */
        ValidationErrorWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationErrorAnswer"];
            };
        };
        /**
         * @description `MISSING_API_KEY`: An API key is missing: send the header X-API-Key, or Authorization: Bearer.
         *
         *     `INVALID_API_KEY`: The API key in the header X-API-Key or Authorization: Bearer is not valid.
         */
        MissingApiKeyOrInvalidApiKeyWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MissingApiKeyOrInvalidApiKeyAnswer"];
            };
        };
        /** @description `RATE_LIMITED`: Too many requests. */
        RateLimitedWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RateLimitedAnswer"];
            };
        };
        /** @description `INTERNAL_ERROR`: Something went wrong on our side. */
        InternalErrorWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalErrorAnswer"];
            };
        };
        /** @description `UNAVAILABLE`: The service cannot do this at the moment. */
        UnavailableWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnavailableAnswer"];
            };
        };
        /** @description `METHOD_NOT_ALLOWED`: This path does not take this method. */
        MethodNotAllowedWithQuota: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                "X-Quota-Used": components["headers"]["X-Quota-Used"];
                "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["MethodNotAllowedAnswer"];
            };
        };
        /**
         * @description `NOT_OWNER`: Only the owner of the document may do this.
         *
         *     `INSUFFICIENT_ROLE`: The API key lacks the role this needs.
         */
        NotOwnerOrInsufficientRole: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotOwnerOrInsufficientRoleAnswer"];
            };
        };
        /**
         * @description `PART_NOT_FOUND`: The document has no such part.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        PartNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PartNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /**
         * @description `ASSET_NOT_FOUND`: There is no such asset.
         *
         *     `DOCUMENT_NOT_FOUND`: There is no such document.
         *
         *     `FOLDER_NOT_FOUND`: There is no such folder.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        AssetNotFoundOrDocumentNotFoundOrFolderNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetNotFoundOrDocumentNotFoundOrFolderNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /**
         * @description `FOLDER_CYCLE`: A folder cannot be moved into itself or below itself.
         *
         *     `LIMIT_REACHED`: There would be too many folders.
         *
         *     `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request.
         */
        FolderCycleOrLimitReachedOrIdempotencyKeyReused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FolderCycleOrLimitReachedOrIdempotencyKeyReusedAnswer"];
            };
        };
        /** @description `FOLDER_NOT_EMPTY`: The folder is not empty. */
        FolderNotEmpty: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["FolderNotEmptyAnswer"];
            };
        };
        /**
         * @description `DOCUMENT_NOT_FOUND`: There is no such document.
         *
         *     `VERSION_NOT_FOUND`: There is no such version.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        DocumentNotFoundOrVersionNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DocumentNotFoundOrVersionNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /** @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request. */
        IdempotencyKeyReused: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdempotencyKeyReusedAnswer"];
            };
        };
        /** @description `ROUTE_NOT_FOUND`: There is nothing at this path. */
        RouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RouteNotFoundAnswer"];
            };
        };
        /**
         * @description `ASSET_NOT_FOUND`: There is no such asset.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        AssetNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AssetNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /**
         * @description `DOCUMENT_NOT_FOUND`: There is no such document.
         *
         *     `ASSET_NOT_FOUND`: There is no such asset.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        DocumentNotFoundOrAssetNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DocumentNotFoundOrAssetNotFoundOrRouteNotFoundAnswer"];
            };
        };
        /**
         * @description `DOCUMENT_NOT_FOUND`: There is no such document.
         *
         *     `VERSION_NOT_FOUND`: There is no such version.
         *
         *     `ASSET_NOT_FOUND`: There is no such asset.
         *
         *     `ROUTE_NOT_FOUND`: There is nothing at this path.
         */
        DocumentNotFoundOrVersionNotFoundOrAssetNotFoundOrRouteNotFound: {
            headers: {
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DocumentNotFoundOrVersionNotFoundOrAssetNotFoundOrRouteNotFoundAnswer"];
            };
        };
    };
    parameters: {
        /**
         * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
         * @example "1"
         */
        "If-None-Match": string;
        /**
         * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
         * @example a-1
         */
        "X-Request-Id": string;
        /**
         * @description Any text of your own. A repeat of the same request with the same key has the answer of the first one and makes nothing. That of a create holds while the document lives, that of a write to a document for its newest 100 versions. A request that changed nothing is not remembered.
         * @example 7f9c2ba4-e88f-4f7b-a1d3-2c1d6f0e9b11
         */
        "Idempotency-Key": string;
        /**
         * @description Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for the address by identifier too.
         * @example "1"
         */
        "If-Match": string;
        /**
         * @description `*`: only if there is no document yet.
         * @example *
         */
        "If-None-Match-Any": string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The requests that the plan allows in a minute.
         * @example 20
         */
        "X-RateLimit-Limit": number;
        /**
         * @description The requests that are left in this minute.
         * @example 19
         */
        "X-RateLimit-Remaining": number;
        /**
         * @description When the minute ends, or the day if it is used up: Unix time in seconds.
         * @example 1795654597
         */
        "X-RateLimit-Reset": number;
        /**
         * @description The identifier of the request in the log: the one sent, or one that the service made.
         * @example a-1
         */
        "X-Request-Id": string;
        /**
         * @description The entity tag. That of a document is the number of its newest version.
         * @example "1"
         */
        ETag: string;
        /**
         * @description How else a key may be sent.
         * @example Bearer
         */
        "WWW-Authenticate": string;
        /**
         * @description The seconds to wait before the request is sent again.
         * @example 30
         */
        "Retry-After": number;
        /**
         * @description The methods that the path takes.
         * @example GET, HEAD
         */
        Allow: string;
        /**
         * @description Addresses of the parts before and after this one (RFC 8288).
         * @example <?part=2>; rel="next"
         */
        Link: string;
        /**
         * @description The documents that the plan allows in a month.
         * @example 1000
         */
        "X-Quota-Limit": number;
        /**
         * @description The documents made this month. Left out while nobody knows.
         * @example 1
         */
        "X-Quota-Used": number;
        /**
         * @description The day on which the next month begins, UTC.
         * @example 2026-12-01
         */
        "X-Quota-Reset": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchDocuments: {
        parameters: {
            query?: {
                /**
                 * @description Words that the title or the text must have, all of them, in any case. The last one may go on, unless a space follows it. `"two words"`: side by side; `-word`: not this one. At most 1000 characters and 32 words. Empty: absent.
                 * @example plan
                 */
                text?: string;
                /**
                 * @description The beginning of the title, in any case. Empty: absent.
                 * @example plan
                 */
                q?: string;
                /**
                 * @description A tag, exactly. May be repeated: each must be there, at most 10. Empty: absent.
                 * @example [
                 *       "plan"
                 *     ]
                 */
                tag?: string[];
                /**
                 * @description Only documents in this folder. Empty: absent.
                 * @example iWLGSypk9kn6sBaZRyPmWynf
                 */
                folder_id?: string;
                /**
                 * @description Instead of `folder_id`, which holds where both are sent: a slash and the names from the root down. Never makes a folder. Empty: absent.
                 * @example /Work
                 */
                folder_path?: string;
                /**
                 * @description With a folder: documents in the folders below it, too, without `offset`. Of more than 500 folders, a page may be short, even empty, and still have `next_cursor`; of more than 10,000, `total` and `facets` are 400. By default `false`.
                 * @example true
                 */
                recursive?: "true" | "false";
                /**
                 * @description Only documents whose own key begins with this text. Empty: absent.
                 * @example
                 */
                key_prefix?: string;
                /**
                 * @description Only documents of this visibility.
                 * @example private
                 */
                visibility?: "private" | "public";
                /**
                 * @description Only documents that were changed at this time or later. A time as in RFC 3339. Empty: absent.
                 * @example 2026-03-14T16:09:26+01:00
                 */
                updated_from?: string;
                /**
                 * @description Only documents that were changed before this time. A time as in RFC 3339. Empty: absent.
                 * @example 2100-01-01T00:00:00Z
                 */
                updated_before?: string;
                /**
                 * @description The order: by relevance, by title, or by the time of the last change or of creation; with a minus from the newest on. Equal ones are by identifier. By default `relevance` with `text`, else `title`.
                 * @example -updated_at
                 */
                sort?: "relevance" | "title" | "updated_at" | "-updated_at" | "created_at" | "-created_at";
                /**
                 * @description The most pieces of text of a result that show the words. Only with `text`.
                 * @example 1
                 */
                snippets?: number;
                /**
                 * @description Whether all results are counted. By default `false`. Only with `text`.
                 * @example true
                 */
                total?: "true" | "false";
                /**
                 * @description Counts the tags of the results. Only with `text`.
                 * @example tags
                 */
                facets?: "tags";
                /**
                 * @description The most tags that are counted: the most frequent ones. With `facets`.
                 * @example 20
                 */
                facet_limit?: number;
                /**
                 * @description The most results to answer with.
                 * @example 20
                 */
                limit?: number;
                /**
                 * @description How many results to skip; with `text` at most 9950. Not with `cursor`.
                 * @example 0
                 */
                offset?: number;
                /** @description The `next_cursor` of the page before. Empty: absent. Not with `offset`. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "id": "ERD5IxCsdmcTU0t5M5PQDnnf",
                     *           "url": "http://localhost:8080/d/ERD5IxCsdmcTU0t5M5PQDnnf",
                     *           "folder_id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *           "title": "Plan B",
                     *           "content_type": "markdown",
                     *           "metadata": {
                     *             "tags": [
                     *               "plan"
                     *             ]
                     *           },
                     *           "visibility": "private",
                     *           "created_at": "2026-11-26T09:30:00.000Z",
                     *           "folder_path": "/Work",
                     *           "block_count": 3,
                     *           "current_version": 2,
                     *           "updated_at": "2026-11-26T10:15:30.250Z",
                     *           "snippets": [
                     *             {
                     *               "block_id": null,
                     *               "segments": [
                     *                 {
                     *                   "text": "Plan",
                     *                   "match": true
                     *                 },
                     *                 {
                     *                   "text": " B",
                     *                   "match": false
                     *                 }
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "count": 1,
                     *       "query": "plan",
                     *       "tag": "plan",
                     *       "folder_id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "next_cursor": null,
                     *       "text": "plan",
                     *       "tags": [
                     *         "plan"
                     *       ],
                     *       "total": 1,
                     *       "total_is_exact": true,
                     *       "facets": {
                     *         "tags": [
                     *           {
                     *             "value": "plan",
                     *             "count": 1
                     *           }
                     *         ]
                     *       },
                     *       "facets_are_exact": true
                     *     }
                     */
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["FolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["QueryRequired"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    viewDocumentByKey: {
        parameters: {
            query?: {
                /**
                 * @description The number of the version. Without it, the newest one.
                 * @example 1
                 */
                version?: number;
                /**
                 * @description The number of the part.
                 * @example 1
                 */
                part?: number;
            };
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Your own key of a document: at most 512 bytes of UTF-8. Slashes may be escaped or not. No segment is empty, `.` or `..`.
                 * @example guides/start.md
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrVersionNotFoundOrPartNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentByKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Your own key of a document: at most 512 bytes of UTF-8. Slashes may be escaped or not. No segment is empty, `.` or `..`.
                 * @example guides/start.md
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "q7Zt0dXoJp4LmV2sGc9RbKnf",
                     *       "url": "http://localhost:8080/d/q7Zt0dXoJp4LmV2sGc9RbKnf",
                     *       "folder_id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "title": "Start",
                     *       "content_type": "markdown",
                     *       "metadata": {
                     *         "tags": [
                     *           "plan"
                     *         ]
                     *       },
                     *       "visibility": "private",
                     *       "created_at": "2026-11-26T12:45:30.000Z",
                     *       "updated_at": "2026-11-26T12:45:30.000Z",
                     *       "key": "guides/start.md",
                     *       "current_version": 1,
                     *       "content_hash": "6a34e9269679a0af5bd24f1a4f1eb4898d22b0fc74952b63d0c2cf72b5768f0d",
                     *       "source": null,
                     *       "assets": {},
                     *       "root": null,
                     *       "blocks": [
                     *         {
                     *           "id": "Yw3kTf0VbQ8mZr5N",
                     *           "order": 0,
                     *           "type": "paragraph",
                     *           "content": "First.",
                     *           "metadata": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putDocumentByKey: {
        parameters: {
            query?: {
                /**
                 * @description Of a body that is a file: the title.
                 * @example A guide
                 */
                title?: string;
                /**
                 * @description Of a body that is a file: the folder.
                 * @example iWLGSypk9kn6sBaZRyPmWynf
                 */
                folder_id?: string;
                /**
                 * @description Of a body that is a file: the path of the folder.
                 * @example /docs
                 */
                folder_path?: string;
                /**
                 * @description Of a body that is a file: the visibility.
                 * @example public
                 */
                visibility?: string;
                /**
                 * @description Of a body that is a file: a tag. May be repeated.
                 * @example [
                 *       "plan"
                 *     ]
                 */
                tag?: string[];
                /**
                 * @description Of a body that is a file: `html` for `text/html`, `text` for `text/plain`.
                 * @example html
                 */
                content_type?: string;
            };
            header?: {
                /**
                 * @description Any text of your own. A repeat of the same request with the same key has the answer of the first one and makes nothing. That of a create holds while the document lives, that of a write to a document for its newest 100 versions. A request that changed nothing is not remembered.
                 * @example 7f9c2ba4-e88f-4f7b-a1d3-2c1d6f0e9b11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for the address by identifier too.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description `*`: only if there is no document yet.
                 * @example *
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match-Any"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Your own key of a document: at most 512 bytes of UTF-8. Slashes may be escaped or not. No segment is empty, `.` or `..`.
                 * @example guides/start.md
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Start",
                 *       "blocks": [
                 *         {
                 *           "type": "paragraph",
                 *           "content": "First."
                 *         }
                 *       ],
                 *       "metadata": {
                 *         "tags": [
                 *           "plan"
                 *         ]
                 *       },
                 *       "folder_path": "/Work"
                 *     }
                 */
                "application/json": components["schemas"]["PutDocument"];
                /**
                 * @example ---
                 *     tags: [plan]
                 *     ---
                 *
                 *     # Plan
                 *
                 *     Because.
                 */
                "text/markdown": string;
            };
        };
        responses: {
            /** @description The next version, or the newest one where nothing differs: then nothing was written. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "q7Zt0dXoJp4LmV2sGc9RbKnf",
                     *       "url": "http://localhost:8080/d/q7Zt0dXoJp4LmV2sGc9RbKnf",
                     *       "folder_id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "title": "Start",
                     *       "content_type": "markdown",
                     *       "metadata": {
                     *         "tags": [
                     *           "plan"
                     *         ]
                     *       },
                     *       "visibility": "private",
                     *       "created_at": "2026-11-26T12:45:30.000Z",
                     *       "block_count": 1,
                     *       "version": 1,
                     *       "version_count": 1,
                     *       "content_hash": "6a34e9269679a0af5bd24f1a4f1eb4898d22b0fc74952b63d0c2cf72b5768f0d",
                     *       "source": null,
                     *       "result": "unchanged"
                     *     }
                     */
                    "application/json": components["schemas"]["PutDocumentAnswer"];
                };
            };
            /** @description The document was made. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                    "X-Quota-Used": components["headers"]["X-Quota-Used"];
                    "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                    ETag: components["headers"]["ETag"];
                    /** @description The path of what was made: `/v1/documents/{document_id}`. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "q7Zt0dXoJp4LmV2sGc9RbKnf",
                     *       "url": "http://localhost:8080/d/q7Zt0dXoJp4LmV2sGc9RbKnf",
                     *       "folder_id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "title": "Start",
                     *       "content_type": "markdown",
                     *       "metadata": {
                     *         "tags": [
                     *           "plan"
                     *         ]
                     *       },
                     *       "visibility": "private",
                     *       "created_at": "2026-11-26T12:45:30.000Z",
                     *       "block_count": 1,
                     *       "version": 1,
                     *       "version_count": 1,
                     *       "content_hash": "6a34e9269679a0af5bd24f1a4f1eb4898d22b0fc74952b63d0c2cf72b5768f0d",
                     *       "source": null,
                     *       "result": "created"
                     *     }
                     */
                    "application/json": components["schemas"]["PutDocumentAnswer"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["QuotaExceededOrInsufficientRoleWithQuota"];
            404: components["responses"]["AssetNotFoundOrFolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReusedOrLimitReached"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDocumentByKey: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for the address by identifier too.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description Your own key of a document: at most 512 bytes of UTF-8. Slashes may be escaped or not. No segment is empty, `.` or `..`.
                 * @example guides/start.md
                 */
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document is gone. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /**
                 * @description Only documents in this folder. Empty: absent.
                 * @example iWLGSypk9kn6sBaZRyPmWynf
                 */
                folder_id?: string;
                /**
                 * @description Instead of `folder_id`, which holds where both are sent: a slash and the names from the root down. Never makes a folder. Empty: absent.
                 * @example /Work
                 */
                folder_path?: string;
                /**
                 * @description With a folder: documents in the folders below it, too. By default `false`.
                 * @example true
                 */
                recursive?: "true" | "false";
                /**
                 * @description Only documents with this tag, exactly. Empty: absent.
                 * @example plan
                 */
                tag?: string;
                /**
                 * @description Only documents whose own key begins with this text. Empty: absent.
                 * @example guides/
                 */
                key_prefix?: string;
                /**
                 * @description Only documents of this visibility.
                 * @example private
                 */
                visibility?: "private" | "public";
                /**
                 * @description Only documents that were changed at this time or later. A time as in RFC 3339. Empty: absent.
                 * @example 2026-03-14T16:09:26+01:00
                 */
                updated_from?: string;
                /**
                 * @description Only documents that were changed before this time. A time as in RFC 3339. Empty: absent.
                 * @example 2100-01-01T00:00:00Z
                 */
                updated_before?: string;
                /**
                 * @description The order: by title, or by the time of the last change or of creation; with a minus from the newest on. Equal ones are by identifier. By default `title`.
                 * @example -updated_at
                 */
                sort?: "title" | "updated_at" | "-updated_at" | "created_at" | "-created_at";
                /**
                 * @description The most documents to answer with.
                 * @example 200
                 */
                limit?: number;
                /** @description The `next_cursor` of the page before. Empty: the first page. */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page. It may be short and still have a cursor. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "id": "q7Zt0dXoJp4LmV2sGc9RbKnf",
                     *           "url": "http://localhost:8080/d/q7Zt0dXoJp4LmV2sGc9RbKnf",
                     *           "folder_id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *           "title": "Start",
                     *           "content_type": "markdown",
                     *           "metadata": {
                     *             "tags": [
                     *               "plan"
                     *             ]
                     *           },
                     *           "visibility": "private",
                     *           "created_at": "2026-11-26T12:45:30.000Z",
                     *           "folder_path": "/Work",
                     *           "block_count": 1,
                     *           "current_version": 1,
                     *           "updated_at": "2026-11-26T12:45:30.000Z",
                     *           "key": "guides/start.md",
                     *           "content_hash": "6a34e9269679a0af5bd24f1a4f1eb4898d22b0fc74952b63d0c2cf72b5768f0d",
                     *           "assets_hash": null,
                     *           "source": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DocumentList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["FolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDocument: {
        parameters: {
            query?: {
                /**
                 * @description Of a body that is a file: the title.
                 * @example A guide
                 */
                title?: string;
                /**
                 * @description Of a body that is a file: the folder.
                 * @example iWLGSypk9kn6sBaZRyPmWynf
                 */
                folder_id?: string;
                /**
                 * @description Of a body that is a file: the path of the folder.
                 * @example /docs
                 */
                folder_path?: string;
                /**
                 * @description Of a body that is a file: the visibility.
                 * @example public
                 */
                visibility?: string;
                /**
                 * @description Of a body that is a file: a tag. May be repeated.
                 * @example [
                 *       "plan"
                 *     ]
                 */
                tag?: string[];
                /**
                 * @description Of a body that is a file: `html` for `text/html`, `text` for `text/plain`.
                 * @example html
                 */
                content_type?: string;
            };
            header?: {
                /**
                 * @description Any text of your own. A repeat of the same request with the same key has the answer of the first one and makes nothing. That of a create holds while the document lives, that of a write to a document for its newest 100 versions. A request that changed nothing is not remembered.
                 * @example 7f9c2ba4-e88f-4f7b-a1d3-2c1d6f0e9b11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Plan",
                 *       "blocks": [
                 *         {
                 *           "type": "heading",
                 *           "content": "Why",
                 *           "metadata": {
                 *             "level": 2
                 *           }
                 *         },
                 *         {
                 *           "type": "paragraph",
                 *           "content": "Because."
                 *         }
                 *       ],
                 *       "folder_id": "iWLGSypk9kn6sBaZRyPmWynf",
                 *       "metadata": {
                 *         "tags": [
                 *           "plan"
                 *         ]
                 *       },
                 *       "assets": {
                 *         "img/a.png": "0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["CreateDocument"];
                /**
                 * @example ---
                 *     tags: [plan]
                 *     ---
                 *
                 *     # Plan
                 *
                 *     Because.
                 */
                "text/markdown": string;
            };
        };
        responses: {
            /** @description The document was made. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Quota-Limit": components["headers"]["X-Quota-Limit"];
                    "X-Quota-Used": components["headers"]["X-Quota-Used"];
                    "X-Quota-Reset": components["headers"]["X-Quota-Reset"];
                    ETag: components["headers"]["ETag"];
                    /** @description The path of what was made: `/v1/documents/{document_id}`. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "url": "http://localhost:8080/d/ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "folder_id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "title": "Plan",
                     *       "content_type": "markdown",
                     *       "metadata": {
                     *         "tags": [
                     *           "plan"
                     *         ]
                     *       },
                     *       "visibility": "private",
                     *       "created_at": "2026-11-26T09:30:00.000Z",
                     *       "block_count": 2
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedDocument"];
                };
            };
            400: components["responses"]["ValidationErrorWithQuota"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKeyWithQuota"];
            403: components["responses"]["QuotaExceededOrInsufficientRoleWithQuota"];
            404: components["responses"]["AssetNotFoundOrFolderNotFoundOrRouteNotFoundWithQuota"];
            405: components["responses"]["MethodNotAllowedWithQuota"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReusedOrLimitReachedWithQuota"];
            413: components["responses"]["PayloadTooLargeWithQuota"];
            415: components["responses"]["UnsupportedMediaTypeWithQuota"];
            429: components["responses"]["RateLimitedWithQuota"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalErrorWithQuota"];
            503: components["responses"]["UnavailableWithQuota"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "url": "http://localhost:8080/d/ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "folder_id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "title": "Plan",
                     *       "content_type": "markdown",
                     *       "metadata": {
                     *         "tags": [
                     *           "plan"
                     *         ]
                     *       },
                     *       "visibility": "private",
                     *       "created_at": "2026-11-26T09:30:00.000Z",
                     *       "updated_at": "2026-11-26T09:30:00.000Z",
                     *       "key": null,
                     *       "current_version": 1,
                     *       "content_hash": "6c7fad9285d45620108c90b0a4c0d1d103e4a9302893b33c717a8edb9b7e7d61",
                     *       "source": null,
                     *       "assets": {
                     *         "img/a.png": "0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68"
                     *       },
                     *       "root": null,
                     *       "blocks": [
                     *         {
                     *           "id": "a3xLcrTkMYBekP71",
                     *           "order": 0,
                     *           "type": "heading",
                     *           "content": "Why",
                     *           "metadata": {
                     *             "level": 2
                     *           }
                     *         },
                     *         {
                     *           "id": "iAemqiTqjltQyisQ",
                     *           "order": 1,
                     *           "type": "paragraph",
                     *           "content": "Because.",
                     *           "metadata": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Document"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for the address by identifier too.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document is gone. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of your own. A repeat of the same request with the same key has the answer of the first one and makes nothing. That of a create holds while the document lives, that of a write to a document for its newest 100 versions. A request that changed nothing is not remembered.
                 * @example 7f9c2ba4-e88f-4f7b-a1d3-2c1d6f0e9b11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for the address by identifier too.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Plan C",
                 *       "visibility": "public"
                 *     }
                 */
                "application/json": components["schemas"]["PatchDocument"];
            };
        };
        responses: {
            /** @description The new version, with the fields that were sent; the newest version if nothing differs. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "url": "http://localhost:8080/d/ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "version": 3,
                     *       "version_count": 3,
                     *       "title": "Plan C",
                     *       "block_count": 3,
                     *       "created_at": "2026-11-26T11:00:00.000Z",
                     *       "visibility": "public"
                     *     }
                     */
                    "application/json": components["schemas"]["PatchedDocument"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["AssetNotFoundOrDocumentNotFoundOrFolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReusedOrLimitReached"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    viewDocument: {
        parameters: {
            query?: {
                /**
                 * @description The number of the version. Without it, the newest one.
                 * @example 1
                 */
                version?: number;
                /**
                 * @description The number of the part.
                 * @example 1
                 */
                part?: number;
            };
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrVersionNotFoundOrPartNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewDocument: {
        parameters: {
            query?: {
                /**
                 * @description Of a body that is a file: the title.
                 * @example A guide
                 */
                title?: string;
                /**
                 * @description Of a body that is a file: a tag. May be repeated.
                 * @example [
                 *       "plan"
                 *     ]
                 */
                tag?: string[];
                /**
                 * @description Of a body that is a file: `html` for `text/html`, `text` for `text/plain`.
                 * @example html
                 */
                content_type?: string;
                /**
                 * @description Of a body that is a file: your own key of the document.
                 * @example guides/start.md
                 */
                key?: string;
                /**
                 * @description The number of the part.
                 * @example 1
                 */
                part?: number;
            };
            header?: {
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Plan",
                 *       "blocks": [
                 *         {
                 *           "type": "paragraph",
                 *           "content": "Because **we** can."
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PreviewDocument"];
                /**
                 * @example ---
                 *     tags: [plan]
                 *     ---
                 *
                 *     # Plan
                 *
                 *     Because.
                 */
                "text/markdown": string;
            };
        };
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>… */
                    "text/html": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["PartNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFolders: {
        parameters: {
            query?: {
                /** @description The folder whose folders are listed. Absent or empty: the root. */
                parent_id?: string;
                /**
                 * @description Instead of `parent_id`, which holds where both are sent: a slash and the names from the root down. Never makes a folder. Empty: absent.
                 * @example /
                 */
                folder_path?: string;
                /**
                 * @description The most entries to answer with. Without it, the whole list.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: number;
            };
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description By name, then identifier, in UTF-8 bytes. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "folders": [
                     *         {
                     *           "id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *           "name": "Work",
                     *           "parent_id": null,
                     *           "path": "/Work",
                     *           "depth": 0,
                     *           "created_at": "2026-11-26T09:30:00.000Z",
                     *           "updated_at": "2026-11-26T09:30:00.000Z",
                     *           "revision": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FolderList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["FolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createFolder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of your own. A repeat of the same request with the same key has the answer of the first one and makes nothing. That of a create holds while the document lives, that of a write to a document for its newest 100 versions. A request that changed nothing is not remembered.
                 * @example 7f9c2ba4-e88f-4f7b-a1d3-2c1d6f0e9b11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description `*`: only if there is no document yet.
                 * @example *
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match-Any"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Work"
                 *     }
                 */
                "application/json": components["schemas"]["CreateFolder"];
            };
        };
        responses: {
            /** @description The folder was made. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    /** @description The path of what was made: `/v1/folders/{folder_id}`. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "name": "Work",
                     *       "parent_id": null,
                     *       "path": "/Work",
                     *       "depth": 0,
                     *       "created_at": "2026-11-26T09:30:00.000Z",
                     *       "updated_at": "2026-11-26T09:30:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Folder"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["FolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReusedOrLimitReached"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFolderByPath: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The names from the root down, slash-separated: at most 4096 bytes of UTF-8 with a slash before each.
                 * @example Work
                 */
                path: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "name": "Work",
                     *       "parent_id": null,
                     *       "path": "/Work",
                     *       "depth": 0,
                     *       "created_at": "2026-11-26T09:30:00.000Z",
                     *       "updated_at": "2026-11-26T09:30:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Folder"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["FolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFolder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the folder.
                 * @example iWLGSypk9kn6sBaZRyPmWynf
                 */
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "name": "Work",
                     *       "parent_id": null,
                     *       "path": "/Work",
                     *       "depth": 0,
                     *       "created_at": "2026-11-26T09:30:00.000Z",
                     *       "updated_at": "2026-11-26T09:30:00.000Z",
                     *       "revision": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Folder"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["FolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteFolder: {
        parameters: {
            query?: {
                /**
                 * @description Delete all documents and folders below it, too. By default `false`.
                 * @example true
                 */
                recursive?: "true" | "false";
            };
            header?: {
                /**
                 * @description Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for the address by identifier too.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the folder.
                 * @example iWLGSypk9kn6sBaZRyPmWynf
                 */
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The folder is gone. */
            204: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["FolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["FolderNotEmpty"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    patchFolder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of your own. A repeat of the same request with the same key has the answer of the first one and makes nothing. That of a create holds while the document lives, that of a write to a document for its newest 100 versions. A request that changed nothing is not remembered.
                 * @example 7f9c2ba4-e88f-4f7b-a1d3-2c1d6f0e9b11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for the address by identifier too.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description `*`: only if there is no document yet.
                 * @example *
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match-Any"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the folder.
                 * @example iWLGSypk9kn6sBaZRyPmWynf
                 */
                folder_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Archive"
                 *     }
                 */
                "application/json": components["schemas"]["PatchFolder"];
            };
        };
        responses: {
            /** @description The folder as it is now. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "iWLGSypk9kn6sBaZRyPmWynf",
                     *       "name": "Archive",
                     *       "parent_id": null,
                     *       "path": "/Archive",
                     *       "depth": 0,
                     *       "created_at": "2026-11-26T09:30:00.000Z",
                     *       "updated_at": "2026-11-26T12:45:40.000Z",
                     *       "revision": 2
                     *     }
                     */
                    "application/json": components["schemas"]["Folder"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["FolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["FolderCycleOrLimitReachedOrIdempotencyKeyReused"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVersions: {
        parameters: {
            query?: {
                /**
                 * @description The most entries to answer with. Without it, the whole list.
                 * @example 100
                 */
                limit?: number;
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: number;
            };
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Version summaries. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "version": 1,
                     *           "title": "Plan",
                     *           "block_count": 2,
                     *           "created_at": "2026-11-26T09:30:00.000Z",
                     *           "author": {
                     *             "key_id": "key_0VxMaoX6mGWi",
                     *             "label": "ci"
                     *           }
                     *         },
                     *         {
                     *           "version": 2,
                     *           "title": "Plan B",
                     *           "block_count": 3,
                     *           "created_at": "2026-11-26T10:15:30.250Z",
                     *           "author": {
                     *             "key_id": "key_0VxMaoX6mGWi",
                     *             "label": "ci"
                     *           }
                     *         }
                     *       ],
                     *       "current_version": 2
                     *     }
                     */
                    "application/json": components["schemas"]["VersionList"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pushVersion: {
        parameters: {
            query?: {
                /**
                 * @description Of a body that is a file: the title.
                 * @example A guide
                 */
                title?: string;
                /**
                 * @description Of a body that is a file: the folder.
                 * @example iWLGSypk9kn6sBaZRyPmWynf
                 */
                folder_id?: string;
                /**
                 * @description Of a body that is a file: the path of the folder.
                 * @example /docs
                 */
                folder_path?: string;
                /**
                 * @description Of a body that is a file: the visibility.
                 * @example public
                 */
                visibility?: string;
                /**
                 * @description Of a body that is a file: a tag. May be repeated.
                 * @example [
                 *       "plan"
                 *     ]
                 */
                tag?: string[];
                /**
                 * @description Of a body that is a file: `html` for `text/html`, `text` for `text/plain`.
                 * @example html
                 */
                content_type?: string;
            };
            header?: {
                /**
                 * @description Any text of your own. A repeat of the same request with the same key has the answer of the first one and makes nothing. That of a create holds while the document lives, that of a write to a document for its newest 100 versions. A request that changed nothing is not remembered.
                 * @example 7f9c2ba4-e88f-4f7b-a1d3-2c1d6f0e9b11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for the address by identifier too.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Plan B",
                 *       "blocks": [
                 *         {
                 *           "type": "heading",
                 *           "content": "Why",
                 *           "metadata": {
                 *             "level": 2
                 *           }
                 *         },
                 *         {
                 *           "type": "paragraph",
                 *           "content": "Because of that."
                 *         },
                 *         {
                 *           "type": "code",
                 *           "content": "npm start",
                 *           "metadata": {
                 *             "language": "sh"
                 *           }
                 *         }
                 *       ],
                 *       "metadata": {
                 *         "tags": [
                 *           "plan"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["PushVersion"];
                /**
                 * @example ---
                 *     tags: [plan]
                 *     ---
                 *
                 *     # Plan
                 *
                 *     Because.
                 */
                "text/markdown": string;
            };
        };
        responses: {
            /** @description The new version. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    /** @description The path of what was made: `/v1/documents/{document_id}/versions/{version}`. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "url": "http://localhost:8080/d/ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "version": 2,
                     *       "version_count": 2,
                     *       "title": "Plan B",
                     *       "block_count": 3,
                     *       "created_at": "2026-11-26T10:15:30.250Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewVersion"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["AssetNotFoundOrDocumentNotFoundOrFolderNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReusedOrLimitReached"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
                /**
                 * @description The number of the version.
                 * @example 1
                 */
                version_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "title": "Plan",
                     *       "content_type": "markdown",
                     *       "metadata": {
                     *         "tags": [
                     *           "plan"
                     *         ]
                     *       },
                     *       "created_at": "2026-11-26T09:30:00.000Z",
                     *       "author": {
                     *         "key_id": "key_0VxMaoX6mGWi",
                     *         "label": "ci"
                     *       },
                     *       "source": null,
                     *       "assets": {
                     *         "img/a.png": "0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68"
                     *       },
                     *       "root": null,
                     *       "blocks": [
                     *         {
                     *           "id": "a3xLcrTkMYBekP71",
                     *           "order": 0,
                     *           "type": "heading",
                     *           "content": "Why",
                     *           "metadata": {
                     *             "level": 2
                     *           }
                     *         },
                     *         {
                     *           "id": "iAemqiTqjltQyisQ",
                     *           "order": 1,
                     *           "type": "paragraph",
                     *           "content": "Because.",
                     *           "metadata": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrVersionNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    diffVersions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
                /**
                 * @description The number of the version that is compared from.
                 * @example 1
                 */
                from_version: number;
                /**
                 * @description The number of the version that is compared to.
                 * @example 2
                 */
                to_version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The differences. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document_id": "ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "from": {
                     *         "version": 1,
                     *         "created_at": "2026-11-26T09:30:00.000Z",
                     *         "author": {
                     *           "key_id": "key_0VxMaoX6mGWi",
                     *           "label": "ci"
                     *         }
                     *       },
                     *       "to": {
                     *         "version": 2,
                     *         "created_at": "2026-11-26T10:15:30.250Z",
                     *         "author": {
                     *           "key_id": "key_0VxMaoX6mGWi",
                     *           "label": "ci"
                     *         }
                     *       },
                     *       "fields": {
                     *         "title": {
                     *           "from": "Plan",
                     *           "to": "Plan B",
                     *           "spans": [
                     *             {
                     *               "op": "equal",
                     *               "text": "Plan"
                     *             },
                     *             {
                     *               "op": "insert",
                     *               "text": " B"
                     *             }
                     *           ]
                     *         }
                     *       },
                     *       "blocks": [
                     *         {
                     *           "change": "kept",
                     *           "from": 0,
                     *           "to": 0,
                     *           "count": 1
                     *         },
                     *         {
                     *           "change": "changed",
                     *           "from": 1,
                     *           "to": 1,
                     *           "content": {
                     *             "spans": [
                     *               {
                     *                 "op": "equal",
                     *                 "text": "Because"
                     *               },
                     *               {
                     *                 "op": "insert",
                     *                 "text": " of that"
                     *               },
                     *               {
                     *                 "op": "equal",
                     *                 "text": "."
                     *               }
                     *             ]
                     *           }
                     *         },
                     *         {
                     *           "change": "added",
                     *           "to": 2,
                     *           "block": {
                     *             "type": "code",
                     *             "content": "npm start",
                     *             "metadata": {
                     *               "language": "sh"
                     *             }
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VersionDiff"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrVersionNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreVersion: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Any text of your own. A repeat of the same request with the same key has the answer of the first one and makes nothing. That of a create holds while the document lives, that of a write to a document for its newest 100 versions. A request that changed nothing is not remembered.
                 * @example 7f9c2ba4-e88f-4f7b-a1d3-2c1d6f0e9b11
                 */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /**
                 * @description Entity tags of versions, one of which must be the newest; `*` for any. A tag from an address by key holds for the address by identifier too.
                 * @example "1"
                 */
                "If-Match"?: components["parameters"]["If-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
                /**
                 * @description The number of the version.
                 * @example 1
                 */
                version_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new version. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    /** @description The path of what was made: `/v1/documents/{document_id}/versions/{version}`. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "url": "http://localhost:8080/d/ERD5IxCsdmcTU0t5M5PQDnnf",
                     *       "version": 4,
                     *       "version_count": 4,
                     *       "title": "Plan",
                     *       "block_count": 2,
                     *       "created_at": "2026-11-26T12:45:00.500Z"
                     *     }
                     */
                    "application/json": components["schemas"]["NewVersion"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrVersionNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    bulk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {"op":"put","key":"guides/next.md","document":{"title":"Next","blocks":[],"metadata":{"tags":["plan"]},"folder_path":"/Work"}}
                 *     {"op":"delete","key":"guides/next.md"}
                 */
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description A line for each line. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {"line":1,"status":201,"body":{"id":"mC5rX1vTzKb8Yp3HqWe0JdnN","url":"http://localhost:8080/d/mC5rX1vTzKb8Yp3HqWe0JdnN","folder_id":"iWLGSypk9kn6sBaZRyPmWynf","title":"Next","content_type":"markdown","metadata":{"tags":["plan"]},"visibility":"private","created_at":"2026-11-26T12:45:30.000Z","block_count":0,"version":1,"version_count":1,"result":"created","content_hash":"c16208d929a3704edebbc938e22ee486068b938e245f92e32dc09e42b7f827d3","source":null}}
                     *     {"line":2,"status":204}
                     */
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["RouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    findMissingAssets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AskedAssets"];
            };
        };
        responses: {
            /** @description Those that are not there. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "missing": []
                     *     }
                     */
                    "application/json": components["schemas"]["MissingAssets"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["RouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAsset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description SHA-256 of the bytes, in hexadecimal.
                 * @example 0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68
                 */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example A picture. */
                    "*/*": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["AssetNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    putAsset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description SHA-256 of the bytes, in hexadecimal.
                 * @example 0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68
                 */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example A picture. */
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description It was there already, and is kept for another 12 hours. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sha256": "0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68",
                     *       "bytes": 11
                     *     }
                     */
                    "application/json": components["schemas"]["Asset"];
                };
            };
            /** @description It is kept. */
            201: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    /** @description The path of what was made: `/v1/assets/{sha256}`. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sha256": "0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68",
                     *       "bytes": 11
                     *     }
                     */
                    "application/json": components["schemas"]["Asset"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["RouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    postAssets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "img/a.png": "A picture.\n"
                 *     }
                 */
                "multipart/form-data": {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description They are kept. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assets": {
                     *         "img/a.png": "0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadedAssets"];
                };
            };
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["InsufficientRole"];
            404: components["responses"]["RouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDocumentAsset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
                /**
                 * @description SHA-256 of the bytes, in hexadecimal.
                 * @example 0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68
                 */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example A picture. */
                    "*/*": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrAssetNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVersionAsset: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path: {
                /**
                 * @description The identifier of the document.
                 * @example ERD5IxCsdmcTU0t5M5PQDnnf
                 */
                document_id: string;
                /**
                 * @description The number of the version.
                 * @example 1
                 */
                version_number: number;
                /**
                 * @description SHA-256 of the bytes, in hexadecimal.
                 * @example 0cbd1f5f6e6154d0cfd3b6932473407da1c0e6d59a7eed4bcbb7010053b32e68
                 */
                sha256: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example A picture. */
                    "*/*": string;
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            403: components["responses"]["NotOwnerOrInsufficientRole"];
            404: components["responses"]["DocumentNotFoundOrVersionNotFoundOrAssetNotFoundOrRouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLimits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of what you have already. If one is right, the answer is 304 without a body.
                 * @example "1"
                 */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
                /**
                 * @description Echoed if it has 1 to 128 letters, digits, dots, dashes and underscores; else the service makes one.
                 * @example a-1
                 */
                "X-Request-Id"?: components["parameters"]["X-Request-Id"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, the limits of its owner, and what is left. */
            200: {
                headers: {
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "owner": "alice",
                     *       "key": {
                     *         "id": "key_0VxMaoX6mGWi",
                     *         "label": "ci",
                     *         "roles": [
                     *           "documents:read",
                     *           "documents:write",
                     *           "folders:read",
                     *           "folders:write"
                     *         ],
                     *         "expires_at": "2031-01-31T00:00:00.000Z"
                     *       },
                     *       "plan": "pro",
                     *       "plan_is_default": false,
                     *       "requests": {
                     *         "minute": {
                     *           "limit": 300,
                     *           "remaining": 286,
                     *           "resets_at": "2026-11-26T12:46:00.000Z"
                     *         },
                     *         "day": {
                     *           "limit": 50000,
                     *           "remaining": 49986,
                     *           "resets_at": "2026-11-27T09:30:00.000Z"
                     *         }
                     *       },
                     *       "stored_bytes": {
                     *         "day": {
                     *           "limit": 5000000000,
                     *           "remaining": 4999998261,
                     *           "resets_at": "2026-11-27T09:30:00.000Z"
                     *         }
                     *       },
                     *       "max_asset_bytes": 10485760,
                     *       "documents": {
                     *         "month": {
                     *           "limit": 50000,
                     *           "used": 1,
                     *           "remaining": 49999,
                     *           "resets_at": "2026-12-01T00:00:00.000Z"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Limits"];
                };
            };
            304: components["responses"]["NotModified"];
            400: components["responses"]["ValidationError"];
            401: components["responses"]["MissingApiKeyOrInvalidApiKey"];
            404: components["responses"]["RouteNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
