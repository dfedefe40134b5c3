// PocketBase as its example `base` starts it, without that one's plugins, and with what `npm run bench -- --only peers`
// asks for: public rules, no log of requests, a sync to disk as SYNCHRONOUS says.
package main

import (
	"log"
	"os"

	"github.com/pocketbase/dbx"
	"github.com/pocketbase/pocketbase"
	"github.com/pocketbase/pocketbase/core"
)

// The pragmas of core.DefaultDBConnect in v0.36.0, with which the example comes, but for the sync.
const pragmas = "?_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=journal_size_limit(200000000)" +
	"&_pragma=synchronous(FULL)&_pragma=foreign_keys(ON)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-32000)"

func main() {
	config := pocketbase.Config{}
	// Anything else leaves PocketBase its own connections: synchronous(NORMAL).
	if os.Getenv("SYNCHRONOUS") == "FULL" {
		config.DBConnect = func(path string) (*dbx.DB, error) {
			return dbx.Open("sqlite", path+pragmas)
		}
	}
	app := pocketbase.NewWithConfig(config)
	app.OnServe().BindFunc(func(e *core.ServeEvent) error {
		// It would open a browser where there is no superuser.
		e.InstallerFunc = nil
		if err := setUp(e.App); err != nil {
			return err
		}
		return e.Next()
	})
	if err := app.Start(); err != nil {
		log.Fatal(err)
	}
}

// Documents, and a view without their blocks: a search that reads those, too, takes three times the CPU and more. Texts
// are apart, so that no write of a document carries its words twice.
func setUp(app core.App) error {
	settings := app.Settings()
	settings.Logs.MaxDays = 0
	if err := app.Save(settings); err != nil {
		return err
	}
	public := ""
	documents := core.NewBaseCollection("documents")
	documents.ListRule, documents.ViewRule = &public, &public
	documents.CreateRule, documents.UpdateRule = &public, &public
	documents.Fields.Add(
		&core.TextField{Name: "title", Required: true},
		&core.TextField{Name: "tag"},
		&core.JSONField{Name: "blocks"},
		&core.AutodateField{Name: "created", OnCreate: true},
		&core.AutodateField{Name: "updated", OnCreate: true, OnUpdate: true},
	)
	documents.AddIndex("by_title", false, "title, id", "")
	documents.AddIndex("by_tag", false, "tag, title, id", "")
	if err := app.Save(documents); err != nil {
		return err
	}
	heads := core.NewViewCollection("heads")
	heads.ListRule = &public
	heads.ViewQuery = "SELECT id, title, tag, created, updated FROM documents"
	if err := app.Save(heads); err != nil {
		return err
	}
	texts := core.NewBaseCollection("texts")
	texts.ListRule, texts.CreateRule = &public, &public
	texts.Fields.Add(&core.TextField{Name: "title", Required: true}, &core.TextField{Name: "text", Max: 10_000})
	return app.Save(texts)
}
