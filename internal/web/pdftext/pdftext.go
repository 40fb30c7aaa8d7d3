// Package pdftext reads the text of PDF files with PDFium, Chrome's library, as a WebAssembly module. Untrusted
// files are read in a sandbox without files and network, with bounded memory and time.
package pdftext

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// Document is the content of a file. Missing properties are empty.
type Document struct {
	Text     string // pages parted by an empty line
	Markdown string // the same, with headings, lists and tables as the file's tags name them, else headings by size
	Pages    int    // of the file
	Cut      bool   // the text goes on behind MaxText
	Title    string // from the file's properties
	Author   string
	Language string // as the file writes it, "en-US"
	Created  string // when the file was made: RFC 3339 with the file's zone, or the day alone without a zone
	Modified string // likewise

	// Letters counts the characters of all pages, Unreadable those whose font does not say which letters they show.
	// UnreadablePages have too many of these and are left out.
	Letters, Unreadable, UnreadablePages int

	tagged bool // some page was read by its tags
}

// Reasons for a file without text.
var (
	ErrBroken    = errors.New("the file is not a readable PDF")
	ErrEncrypted = errors.New("the file asks for a password")
	ErrNoText    = errors.New("the file has no text")
	ErrTooMuch   = errors.New("the file takes too long to read")
)

// MaxText bounds the text read, in bytes.
const MaxText = 2 << 20

const (
	maxTime    = 20 * time.Second
	maxMemory  = 128 << 20 // bytes of one sandbox
	maxReaders = 2         // sandboxes at once
	wasmPage   = 64 << 10
	maxPages   = 5000
)

// Reader reads files, each in its own sandbox. It is safe for concurrent use. The first file compiles PDFium, which
// takes a few seconds and briefly 250 MiB; the result is kept.
type Reader struct {
	most     time.Duration // for one file
	boxes    chan struct{} // a place for each sandbox
	untagged bool          // tags are not used: they measure what is found without them
	compiled wazero.CompilationCache
	start    sync.Once
	ready    chan struct{}
	err      error // why PDFium cannot be compiled
}

// New returns a reader. PDFium is not compiled yet.
func New() *Reader {
	return &Reader{
		most:     maxTime,
		boxes:    make(chan struct{}, maxReaders),
		compiled: wazero.NewCompilationCache(),
		ready:    make(chan struct{}),
	}
}

// Cost is the memory, in bytes, that reading a file of the given size takes.
func Cost(size int) int64 {
	const sandbox = 32 << 20 // before it has read anything
	return min(maxMemory, sandbox+6*int64(size))
}

// Read returns the text of a file. Errors are this package's, or ctx's.
func (r *Reader) Read(ctx context.Context, file []byte) (*Document, error) {
	if err := r.compile(ctx); err != nil {
		return nil, err
	}
	select {
	case r.boxes <- struct{}{}:
		defer func() { <-r.boxes }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}

	bounded, cancel := context.WithTimeout(ctx, r.most)
	defer cancel()
	doc, err := r.readIn(bounded, file)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case bounded.Err() != nil:
		return nil, ErrTooMuch
	}
	return doc, err
}

// readIn reads a file in a sandbox that ends with ctx.
func (r *Reader) readIn(ctx context.Context, file []byte) (*Document, error) {
	pool, err := r.sandbox(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = pool.Close() }() // what is left of it is discarded

	box, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("opening a sandbox: %w", err)
	}
	return read(box, file, r.untagged)
}

// compile waits until PDFium is compiled. It is compiled once for all callers and continues if one leaves.
func (r *Reader) compile(ctx context.Context) error {
	r.start.Do(func() {
		go func() {
			defer close(r.ready)
			pool, err := r.sandbox(context.WithoutCancel(ctx))
			if err != nil {
				r.err = err
				return
			}
			_ = pool.Close()
		}()
	})

	select {
	case <-r.ready:
		return r.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sandbox makes a sandbox whose code ends with ctx. It is a pool of one, because the library has no other way to
// give each its own context.
func (r *Reader) sandbox(ctx context.Context) (pdfium.Pool, error) {
	pool, err := webassembly.Init(webassembly.Config{
		Context:  ctx,
		MaxTotal: 1,
		FSConfig: wazero.NewFSConfig(), // no files
		Stdout:   io.Discard,
		Stderr:   io.Discard,
		RuntimeConfig: wazero.NewRuntimeConfig().
			WithCompilationCache(r.compiled).
			WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
			WithMemoryLimitPages(maxMemory / wasmPage).
			WithCloseOnContextDone(true),
	})
	if err != nil {
		return nil, fmt.Errorf("making PDFium ready: %w", err)
	}
	return pool, nil
}

// read reads a file in a sandbox of its own. Any failure inside is the file's fault.
func read(box pdfium.Pdfium, file []byte, untagged bool) (doc *Document, err error) {
	defer func() {
		if trap := recover(); trap != nil {
			doc = nil
			err = broken(fmt.Errorf("%v", trap))
		}
	}()

	opened, err := box.OpenDocument(&requests.OpenDocument{File: &file})
	switch {
	case errors.Is(err, pdfiumerrors.ErrPassword), errors.Is(err, pdfiumerrors.ErrSecurity):
		return nil, ErrEncrypted
	case err != nil:
		return nil, broken(err)
	}
	count, err := box.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: opened.Document})
	if err != nil {
		return nil, broken(err)
	}

	doc = &Document{Pages: count.PageCount}
	if err := doc.readPages(box, opened.Document, untagged); err != nil {
		return nil, err
	}
	doc.readProperties(box, opened.Document)
	return doc, nil
}

// broken is ErrBroken with its cause on one line. A trap in the sandbox would add its whole stack.
func broken(cause error) error {
	line, _, _ := strings.Cut(cause.Error(), "\n")
	return fmt.Errorf("%w: %s", ErrBroken, line)
}

// readPages reads the text of the pages. A broken page is empty as long as others have text.
func (d *Document) readPages(box pdfium.Pdfium, document references.FPDF_DOCUMENT, untagged bool) error {
	var text pages
	hasForm := hasForm(box, document)
	tags := newTagReader(box, document, untagged)
	drawn := &ruleReader{objectReader{
		box:  box,
		left: maxDrawn,
	}}
	for i := range d.Pages {
		if i == maxPages || text.size() > MaxText {
			d.Cut = true
			break
		}
		p, err := openPage(box, document, i)
		if err != nil {
			text.broken = err
			continue
		}
		if d.isLegible(p.plain) {
			lines := p.lines(&text)
			tagged := blocksOf(tags.page(p))
			d.tagged = d.tagged || tagged != nil
			text.add(lines, p.shaped(lines, tagged != nil, drawn, &text), tagged, p.form(hasForm))
		}
		p.close()
	}

	d.Text = text.joined()
	d.Markdown = text.markdown()
	d.Cut = d.Cut || text.size() > MaxText
	switch {
	case d.Text == "" && text.broken != nil:
		return broken(text.broken)
	case d.Text == "":
		return ErrNoText
	}
	return nil
}

// isLegible counts the characters of a page and reports whether it is worth reading.
func (d *Document) isLegible(plain string) bool {
	strange, letters := legible(joinBroken(clean(plain)))
	d.Letters += letters
	d.Unreadable += strange
	if unreadable(strange, letters) {
		d.UnreadablePages++
		return false
	}
	return true
}

func hasForm(box pdfium.Pdfium, document references.FPDF_DOCUMENT) bool {
	got, err := box.FPDF_GetFormType(&requests.FPDF_GetFormType{Document: document})
	return err == nil && got.FormType != enums.FPDF_FORMTYPE_NONE
}

// readProperties reads the file's metadata and ignores unreadable properties.
func (d *Document) readProperties(box pdfium.Pdfium, document references.FPDF_DOCUMENT) {
	property := func(tag string) string {
		got, err := box.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: document, Tag: tag})
		if err != nil {
			return ""
		}
		return got.Value
	}
	d.Title = title(property("Title"))
	d.Author = oneLine(property("Author"), maxName)
	d.Created = moment(property("CreationDate"))
	d.Modified = moment(property("ModDate"))

	language, err := box.FPDFCatalog_GetLanguage(&requests.FPDFCatalog_GetLanguage{Document: document})
	if err == nil {
		d.Language = languageTag(language.Language)
	}
}
