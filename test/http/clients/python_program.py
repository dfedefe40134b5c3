"""Uses every operation by the package that openapi-python-client makes, and prints what it saw as JSON."""

import json
import sys
from http import HTTPStatus

from quire_client import AuthenticatedClient
from quire_client.api.documents import (
    create_document,
    delete_document,
    delete_document_by_key,
    get_document,
    get_document_by_key,
    list_documents,
    patch_document,
    put_document_by_key,
    search_documents,
    view_document,
)
from quire_client.api.folders import create_folder, list_folders
from quire_client.api.limits import get_limits
from quire_client.api.versions import diff_versions, get_version, list_versions, push_version, restore_version
from quire_client.models import (
    AddedBlock,
    BlockMetadata,
    BlockType,
    ChangedBlock,
    CreateDocument,
    CreatedDocument,
    CreateFolder,
    Document,
    DocumentList,
    DocumentMetadata,
    DocumentNotFoundOrRouteNotFoundAnswer,
    Folder,
    FolderList,
    IdempotencyKeyReusedAnswer,
    KeptBlocks,
    Limits,
    MovedBlock,
    NewBlock,
    NewVersion,
    PatchDocument,
    PatchedDocument,
    PushVersion,
    PutDocument,
    PutDocumentAnswer,
    SearchResults,
    ValidationErrorAnswer,
    Version,
    VersionDiff,
    VersionList,
    Visibility,
)

Change = KeptBlocks | MovedBlock | AddedBlock | ChangedBlock | object


def describe(change: Change) -> str:
    if isinstance(change, KeptBlocks):
        return f"kept {change.count}"
    if isinstance(change, AddedBlock):
        return f"added {change.block.type_.value}"
    raise AssertionError(change)


def main(url: str, api_key: str) -> dict[str, object]:
    client = AuthenticatedClient(base_url=url, token=api_key, prefix="", auth_header_name="X-API-Key")

    folder = create_folder.sync(client=client, body=CreateFolder(name="Work"))
    assert isinstance(folder, Folder)
    metadata = DocumentMetadata(tags=["plan"])
    metadata["source"] = "test"
    level = BlockMetadata()
    level["level"] = 2
    body = CreateDocument(
        title="Plan",
        folder_id=folder.id,
        metadata=metadata,
        blocks=[
            NewBlock(type_=BlockType.HEADING, content="Why", metadata=level),
            NewBlock(type_=BlockType.PARAGRAPH, content="Because."),
        ],
    )
    made = create_document.sync(client=client, body=body, idempotency_key="one")
    assert isinstance(made, CreatedDocument)
    read = get_document.sync(made.id, client=client)
    assert isinstance(read, Document)
    assert read.blocks[0].metadata is not None and read.metadata is not None

    # What was read can be sent back.
    blocks = [NewBlock(type_=each.type_, content=each.content, metadata=each.metadata) for each in read.blocks]
    blocks.append(NewBlock(type_=BlockType.DIVIDER, content=""))
    push = PushVersion(title=f"{read.title} B", blocks=blocks, metadata=read.metadata)
    pushed = push_version.sync(made.id, client=client, body=push, if_match='"1"')
    assert isinstance(pushed, NewVersion)
    versions = list_versions.sync(made.id, client=client)
    assert isinstance(versions, VersionList)
    version = get_version.sync(made.id, 1, client=client)
    assert isinstance(version, Version)
    diff = diff_versions.sync(made.id, 1, pushed.version, client=client)
    assert isinstance(diff, VersionDiff)
    page = view_document.sync(made.id, client=client)
    assert isinstance(page, str)
    patch = PatchDocument(visibility=Visibility.PUBLIC, metadata=None)
    patched = patch_document.sync(made.id, client=client, body=patch)
    assert isinstance(patched, PatchedDocument) and isinstance(patched.visibility, Visibility)
    restored = restore_version.sync(made.id, 1, client=client)
    assert isinstance(restored, NewVersion)
    found = search_documents.sync(client=client, q="plan", folder_id=folder.id, limit=10)
    assert isinstance(found, SearchResults)
    folders = list_folders.sync(client=client)
    assert isinstance(folders, FolderList)
    limits = get_limits.sync(client=client)
    assert isinstance(limits, Limits)
    start = PutDocument(title="Start", blocks=[], folder_path="/Work")
    put = put_document_by_key.sync("guides/start.md", client=client, body=start)
    assert isinstance(put, PutDocumentAnswer)
    kept = get_document_by_key.sync("guides/start.md", client=client)
    assert isinstance(kept, Document)
    listed = list_documents.sync(client=client, folder_id=folder.id, key_prefix="guides/")
    assert isinstance(listed, DocumentList)
    removed = delete_document_by_key.sync_detailed("guides/start.md", client=client)
    lines = '{"op":"create","document":{"title":"New","blocks":[]}}\n'
    headers = {"Content-Type": "application/x-ndjson"}
    answers = client.get_httpx_client().post("/v1/bulk", content=lines, headers=headers)
    deleted = delete_document.sync_detailed(made.id, client=client)
    assert deleted.status_code is HTTPStatus.NO_CONTENT

    gone = get_document.sync(made.id, client=client)
    assert isinstance(gone, DocumentNotFoundOrRouteNotFoundAnswer)
    invalid = create_folder.sync(client=client, body=CreateFolder(name=""))
    assert isinstance(invalid, ValidationErrorAnswer)
    other = CreateDocument(title="Other", blocks=[])
    conflict = create_document.sync(client=client, body=other, idempotency_key="one")
    assert isinstance(conflict, IdempotencyKeyReusedAnswer)
    return {
        "level": read.blocks[0].metadata["level"],
        "tags": read.metadata.tags,
        "versions": [each.version for each in versions.versions],
        "firstTitle": version.title,
        "changes": [describe(each) for each in diff.blocks],
        "page": page.startswith("<!doctype html>"),
        "visibility": patched.visibility.value,
        "restored": restored.version,
        "found": [each.current_version for each in found.results],
        "folders": [each.path for each in folders.folders],
        "plan": limits.plan,
        "byKey": [put.result.value, kept.title, *[each.key for each in listed.documents], removed.status_code.value],
        "bulk": json.loads(answers.content)["status"],
        "deleted": deleted.status_code.value,
        "gone": gone.error.code.value,
        "invalid": [each.path for each in invalid.error.details.errors],
        "usedFor": conflict.error.details.document_id == made.id,
    }


print(json.dumps(main(*sys.argv[1:])))
