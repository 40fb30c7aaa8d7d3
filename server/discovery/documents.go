package discovery

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/farebox/farebox/internal/jsontext"
	"github.com/farebox/farebox/internal/spec"
)

// Document is a finished answer.
type Document struct {
	ContentType string
	Body        []byte
	ETag        string // with its quotes; weak (RFC 9110, section 8.8.1), as the compressed forms share it
	MaxAge      int    // seconds that caches may keep it
	Immutable   bool   // what is at this URL never changes
	Policy      string // Content-Security-Policy; empty on what browsers do not open as a page
	Vary        string // request headers that the choice of this document hung on

	compressed *compressed
}

// Documents are all answers that do not change while the process runs.
type Documents struct {
	Catalogue Document // /.well-known/x402 and .json
	LLMs      Document // /llms.txt
	LLMsFull  Document // /llms-full.txt
	Robots    Document // /robots.txt
	Bot       Document // /bot
	Favicon   Document // /favicon.ico
	DID       Document // /.well-known/did.json; empty when nothing is signed

	// OpenAPI is /openapi.json. It is by far the largest, and made when first asked for.
	OpenAPI func() (Document, error)
}

//go:embed favicon.ico
var favicon []byte

// Most documents only change with a deployment; five minutes keep crawlers away and updates quick. That of / has
// figures too.
const (
	documentAge = 300
	rootAge     = 60
	iconAge     = 86400
)

// Build makes the documents of s. document is the bundled OpenAPI JSON that s was loaded from.
func Build(s *spec.Spec, document []byte, service Service) (*Documents, error) {
	service, err := service.described(s)
	if err != nil {
		return nil, err
	}
	catalogue, err := catalogueDocument(s, service, nil)
	if err != nil {
		return nil, err
	}

	bot, err := botHTML(service)
	if err != nil {
		return nil, fmt.Errorf("discovery: page of the crawler: %w", err)
	}

	d := &Documents{
		Catalogue: catalogue,
		LLMs:      NewDocument("text/plain; charset=utf-8", []byte(LLMsText(s, service)), documentAge),
		LLMsFull:  NewDocument("text/plain; charset=utf-8", []byte(llmsFullText(s, service)), documentAge),
		Robots:    NewDocument("text/plain; charset=utf-8", []byte(robotsText(service)), documentAge),
		Bot:       NewDocument("text/html; charset=utf-8", bot, documentAge),
		Favicon:   NewDocument("image/x-icon", favicon, iconAge),
		OpenAPI:   sync.OnceValues(func() (Document, error) { return openAPI(document, service) }),
	}

	if service.DID != nil {
		d.DID = NewDocument("application/json", service.DID, documentAge)
	}
	return d, nil
}

func openAPI(document []byte, service Service) (Document, error) {
	body, err := openAPIDocument(document, service)
	if err != nil {
		return Document{}, fmt.Errorf("discovery: OpenAPI document: %w", err)
	}
	return NewDocument("application/json", body, documentAge), nil
}

// Root is the JSON of /, with the measured settlements on each network.
func Root(s *spec.Spec, service Service, settled map[string]Settlement) (Document, error) {
	service, err := service.described(s)
	if err != nil {
		return Document{}, err
	}
	body, err := jsontext.Marshal(rootObject(s, service, settled))
	if err != nil {
		return Document{}, fmt.Errorf("discovery: root: %w", err)
	}
	d := NewDocument("application/json", body, rootAge)
	d.Vary = "Accept, User-Agent"
	return d, nil
}

// Catalogue is the document with the routes marked that are closed, by their names, with the code of the problem that
// answers them.
func Catalogue(s *spec.Spec, service Service, closed map[string]string) (Document, error) {
	service, err := service.described(s)
	if err != nil {
		return Document{}, err
	}
	return catalogueDocument(s, service, closed)
}

func catalogueDocument(s *spec.Spec, service Service, closed map[string]string) (Document, error) {
	body, err := jsontext.Marshal(catalogueObject(s, service, closed))
	if err != nil {
		return Document{}, fmt.Errorf("discovery: catalogue: %w", err)
	}
	return NewDocument("application/json", body, documentAge), nil
}

// NewDocument is a finished answer that caches may keep for maxAge seconds.
func NewDocument(contentType string, body []byte, maxAge int) Document {
	sum := sha256.Sum256(body)
	return Document{
		ContentType: contentType,
		Body:        body,
		ETag:        `W/"` + hex.EncodeToString(sum[:12]) + `"`,
		MaxAge:      maxAge,
		compressed:  newCompressed(body),
	}
}

// NewArchive is a finished answer that is already compressed, so it is sent unchanged.
func NewArchive(contentType string, body []byte, maxAge int) Document {
	d := NewDocument(contentType, body, maxAge)
	d.compressed.short = true
	return d
}

// NewPackedDocument is a finished answer in Brotli form. It has no Body; the few clients that do not take that form
// have it unpacked.
func NewPackedDocument(contentType string, packed []byte, maxAge int) Document {
	sum := sha256.Sum256(packed)
	return Document{
		ContentType: contentType,
		ETag:        `W/"` + hex.EncodeToString(sum[:12]) + `"`,
		MaxAge:      maxAge,
		compressed:  newPacked(packed),
	}
}

// Write sends the document in the shortest form that the client accepts, or 304 if the client already has it.
func (d Document) Write(w http.ResponseWriter, client Conditions) error {
	h := w.Header()
	h.Set("ETag", d.ETag)
	h.Set("Cache-Control", d.cacheControl())
	if d.Policy != "" {
		h.Set("Content-Security-Policy", d.Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
	}
	if d.Vary != "" {
		h.Add("Vary", d.Vary)
	}
	if etagMatches(client.IfNoneMatch, d.ETag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}

	body, coding := d.compressed.accepted(client.AcceptEncoding)
	if coding != "" {
		h.Set("Content-Encoding", coding)
	}
	h.Set("Content-Type", d.ContentType)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(body)
	return err
}

func (d Document) cacheControl() string {
	control := "public, max-age=" + strconv.Itoa(d.MaxAge)
	if d.Immutable {
		control += ", immutable"
	}
	return control
}

// etagMatches compares weakly, as RFC 9110 section 13.1.2 wants for If-None-Match.
func etagMatches(ifNoneMatch, etag string) bool {
	for _, candidate := range strings.Split(ifNoneMatch, ",") {
		candidate = strings.TrimSpace(candidate)
		if candidate == "*" || strings.TrimPrefix(candidate, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}

// robotsText opens everything but the operator's figures. Paid routes stay open: an agent's fetcher that
// keeps to robots.txt must be able to get their quotes.
func robotsText(service Service) string {
	return "User-agent: *\nAllow: /\nDisallow: /usage\nDisallow: /slowlog\n\n" +
		"# For language models: " + service.PublicBaseURL + "/llms.txt\n\n" +
		"Sitemap: " + service.PublicBaseURL + "/sitemap.xml\n"
}
