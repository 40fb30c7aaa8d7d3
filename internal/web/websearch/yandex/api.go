package yandex

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/farebox/farebox/internal/each"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/web/websearch/serp"
)

type apiQuery struct {
	SearchType string `json:"searchType"`
	QueryText  string `json:"queryText"`
	FamilyMode string `json:"familyMode"`
	Page       string `json:"page"` // from 0
}

type apiGroups struct {
	Mode   string `json:"groupMode"`
	OnPage string `json:"groupsOnPage"`
	Docs   string `json:"docsInGroup"`
}

type apiRequest struct {
	Query    apiQuery  `json:"query"`
	Groups   apiGroups `json:"groupSpec"`
	L10n     string    `json:"l10n"`
	FolderID string    `json:"folderId"`
	Format   string    `json:"responseFormat"`
}

type envelope struct {
	RawData string `json:"rawData"` // base64 of an XML document
}

// marked is text with hlword elements in it.
type marked struct {
	Inner string `xml:",innerxml"`
}

type document struct {
	Error *struct {
		Code string `xml:"code,attr"`
	} `xml:"response>error"`
	Docs []struct {
		URL      string   `xml:"url"`
		Title    marked   `xml:"title"`
		Headline marked   `xml:"headline"`
		Passages []marked `xml:"passages>passage"`
	} `xml:"response>results>grouping>group>doc"`
}

const (
	maxQuery     = 400  // characters that the API takes
	nothingFound = "15" // the error code that says so
	apiMaxPage   = 25   // it returns at most 250 results
)

var modes = map[serp.Safety]string{
	serp.Strict:   "FAMILY_MODE_STRICT",
	serp.Moderate: "FAMILY_MODE_MODERATE",
	serp.Off:      "FAMILY_MODE_NONE",
}

// editions are the search base and message language for the region's language.
var editions = map[string][2]string{
	"ru": {"SEARCH_TYPE_RU", "LOCALIZATION_RU"}, "be": {"SEARCH_TYPE_BE", "LOCALIZATION_BE"}, "kk": {"SEARCH_TYPE_KK", "LOCALIZATION_KK"},
	"uk": {"SEARCH_TYPE_RU", "LOCALIZATION_UK"}, "tr": {"SEARCH_TYPE_TR", "LOCALIZATION_TR"}, "": {"SEARCH_TYPE_COM", "LOCALIZATION_EN"},
}

func (c *Client) searchAPI(ctx context.Context, q serp.Query) (serp.Page, error) {
	if q.Page > apiMaxPage {
		return serp.Page{}, nil
	}
	if len([]rune(q.Text)) > maxQuery {
		return serp.Page{}, upstream.Invalid.Errorf("%w", serp.Refusal("the API takes queries of at most 400 characters"))
	}

	edition, ok := editions[q.Language]
	if !ok {
		edition = editions[""]
	}

	r := c.API.Post("/web/search").Safe().JSONBody(apiRequest{
		Query:  apiQuery{SearchType: edition[0], QueryText: q.Text, FamilyMode: modes[q.Safe], Page: strconv.Itoa(q.Page - 1)},
		Groups: apiGroups{Mode: "GROUP_MODE_FLAT", OnPage: strconv.Itoa(perPage), Docs: "1"},
		L10n:   edition[1], FolderID: c.API.Key("YANDEX_FOLDER_ID"), Format: "FORMAT_XML",
	}).Check(func(resp *upstream.Response) error {
		var e envelope
		if err := resp.JSON(&e); err != nil {
			return err
		}
		_, err := e.open()
		return err
	})

	got, err := serp.JSON[envelope](ctx, r)
	if err != nil {
		return serp.Page{}, err
	}

	doc, err := got.open()
	if err != nil {
		return serp.Page{}, err
	}

	var page serp.Page
	for _, d := range doc.Docs {
		snippet := serp.Plain(d.Headline.Inner)
		if snippet == "" {
			parts := each.Of(d.Passages, func(p marked) string { return serp.Plain(p.Inner) })
			snippet = strings.Join(parts, " ")
		}
		page.Add(serp.Result{
			Title:   serp.Plain(d.Title.Inner),
			URL:     serp.Link(origin, d.URL),
			Snippet: snippet,
		})
	}

	page.More = len(doc.Docs) >= perPage
	return page, nil
}

// open is the document in the envelope.
func (e envelope) open() (*document, error) {
	raw, err := base64.StdEncoding.DecodeString(e.RawData)
	if err != nil || len(raw) == 0 {
		return nil, upstream.BadResponse.Errorf("%w", serp.Refusal("the API's answer holds no document"))
	}
	dec := xml.NewDecoder(bytes.NewReader(raw))
	dec.Strict = false
	var doc document
	if err := dec.Decode(&doc); err != nil {
		return nil, upstream.BadResponse.Errorf("%w: %w", serp.Refusal("the API's document is broken"), err)
	}
	if doc.Error != nil && doc.Error.Code != nothingFound {
		return nil, upstream.BadResponse.Errorf("%w", serp.Refusal("the API refused the request"))
	}
	return &doc, nil
}
