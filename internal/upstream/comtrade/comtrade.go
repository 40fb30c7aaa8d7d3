// Package comtrade reads annual trade in goods from the United Nations' Comtrade database.
package comtrade

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopspring/decimal"
	"golang.org/x/text/language"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/single"
)

// Provider is the API. Without a key it returns a preview of 500 rows, one year per request.
var Provider = upstream.Provider{
	Name:        "comtrade",
	BaseURL:     "https://comtradeapi.un.org",
	Docs:        "https://uncomtrade.org/docs/un-comtrade-api/",
	Attribution: "United Nations, UN Comtrade database",
	Terms:       "https://uncomtrade.org/docs/policy-on-use-and-re-dissemination/",
	Checked:     "recorded 2023, all commodities of China in 2010",
	Keys: []upstream.Key{{
		Env:    "COMTRADE_API_KEY",
		Header: "Ocp-Apim-Subscription-Key",
		Gives:  "100,000 rows a call instead of 500",
	}},
	RatePerMinute: 20,
	Burst:         4,
	TTL:           7 * 24 * time.Hour,
	StaleFor:      30 * 24 * time.Hour,
	MaxBytes:      16 << 20,
	Timeout:       20 * time.Second,
}

// Preview is the maximum number of rows that the API returns without a key.
const Preview = 500

// World is the code of all partners together.
const World = 0

// Flows: a country's imports and exports include goods that return or continue unchanged, which some countries also
// report separately.
const (
	Imports   = "M"
	Exports   = "X"
	ReImports = "RM"
	ReExports = "RX"
)

// Client calls the API.
type Client struct {
	c     *upstream.Client
	keyed bool
}

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := pool.Client(Provider)
	client := &Client{
		c:     c,
		keyed: c.Key("COMTRADE_API_KEY") != "",
	}
	c.Probe(client.probe)
	return client
}

// probe asks for China's imports of 2010 from Argentina.
func (c *Client) probe(ctx context.Context) error {
	rows, _, err := c.Rows(ctx, Question{
		Reporter: 156,
		Year:     2010,
		HS:       "TOTAL",
		Flows:    []string{"M"},
		Partner:  new(32),
	})
	return upstream.Has(rows, err, "data", "the row of Argentina", func(r Row) bool { return r.PartnerISO == "ARG" })
}

// own are the codes of countries that differ from those of the UN statistics division (M49).
var own = map[string]int{
	"CH": 757, // with Liechtenstein
	"FR": 251, // with Monaco
	"IN": 699,
	"NO": 579, // with Svalbard
	"TW": 490, // "Other Asia, not elsewhere specified"
	"US": 842, // including Puerto Rico and the Virgin Islands
}

// Code is the code of a country, by its ISO 3166 letters.
func Code(alpha2 string) (code int, ok bool) {
	if code, ok = own[alpha2]; ok {
		return code, true
	}
	region, err := language.ParseRegion(alpha2)
	if err != nil || region.M49() == 0 {
		return 0, false
	}
	return region.M49(), true
}

// Question is what to ask for.
type Question struct {
	Reporter int
	Year     int
	HS       string   // code of the Harmonized System, two to six digits
	Flows    []string // [Imports] and the like
	Partner  *int     // nil for every partner, including the world
}

// Row is the trade of a reporter with a partner in a year. Every row has all members; unreported quantities and
// valuations are null.
type Row struct {
	Year           int              `json:"refYear"`
	HS             string           `json:"cmdCode" asked:"cmdCode"`
	Flow           string           `json:"flowCode"`
	ReporterCode   int              `json:"reporterCode"`
	PartnerCode    int              `json:"partnerCode"`
	PartnerISO     string           `json:"partnerISO"` // three letters, or Comtrade's own code
	PartnerName    string           `json:"partnerDesc"`
	Partner2Code   int              `json:"partner2Code"`
	Customs        string           `json:"customsCode"`
	Transport      int              `json:"motCode"`
	CommodityName  string           `json:"cmdDesc,omitempty"`  // describes
	Classification string           `json:"classificationCode"` // "H6" is HS 2022
	Quantity       *decimal.Decimal `json:"qty"`
	QuantityUnit   string           `json:"qtyUnitAbbr"`
	QuantityGuess  bool             `json:"isQtyEstimated"`
	NetKG          *decimal.Decimal `json:"netWgt"`
	CIF            *decimal.Decimal `json:"cifvalue"`     // dollars, with insurance and freight
	FOB            *decimal.Decimal `json:"fobvalue"`     // dollars, at the border of the exporter
	Value          decimal.Decimal  `json:"primaryValue"` // dollars: usually CIF for imports and FOB for exports
}

type answer struct {
	Count int    `json:"count"`
	Data  []Row  `json:"data" counted:"count"`
	Error string `json:"error"`
}

// Hold checks that there are rows if the answer counts some, and that it is not a failure.
func (a *answer) Hold() error {
	if a.Error != "" {
		return errors.New("an answer with an error in it")
	}
	if a.Count > len(a.Data) { // sums over a part of the rows would be wrong
		return upstream.Lacks("data[]")
	}
	for _, r := range a.Data {
		if r.Value.IsNegative() {
			return errors.New("trade of a value below zero")
		}
	}
	return nil
}

// Rows returns the rows for total trade: all second partners, customs procedures and means of transport together.
// Cut reports that there may be more rows than were returned. Unreported trade is [upstream.NotFound].
func (c *Client) Rows(ctx context.Context, q Question) (rows []Row, cut bool, err error) {
	path := "/public/v1/preview/C/A/HS"
	if c.keyed {
		path = "/data/v1/get/C/A/HS"
	}
	request := c.c.Get(path).
		Query("reporterCode", strconv.Itoa(q.Reporter)).
		Query("period", strconv.Itoa(q.Year)).
		Query("cmdCode", q.HS).
		Query("flowCode", strings.Join(q.Flows, ",")).
		Query("partner2Code", "0").
		Query("customsCode", "C00").
		Query("motCode", "0").
		Query("includeDesc", "true")
	if q.Partner != nil {
		request = request.Query("partnerCode", strconv.Itoa(*q.Partner))
	}

	var a answer
	_, err = request.AcceptStatus(http.StatusBadRequest).Refusal(func(resp *upstream.Response) error {
		if resp.Status == http.StatusBadRequest {
			return upstream.BadResponse.Errorf("a question that the API refuses")
		}
		return nil
	}).JSON(ctx, &a)
	if err != nil {
		return nil, false, err
	}
	if len(a.Data) == 0 {
		return nil, false, upstream.NotFound.Errorf("no rows")
	}

	rows = slices.DeleteFunc(slices.Clone(a.Data), func(r Row) bool { return !q.meets(r) })
	if len(rows) == 0 {
		return nil, false, upstream.BadResponse.Errorf("none of %d rows is of what was asked for", len(a.Data))
	}
	type trade struct {
		partner int
		flow    string
	}
	rows, err = single.Rows(rows, func(r Row) trade { return trade{r.PartnerCode, r.Flow} })
	return rows, !c.keyed && len(a.Data) >= Preview, err
}

// meets reports whether a row is about the requested trade, and about all of it.
func (q Question) meets(r Row) bool {
	whole := r.Partner2Code == 0 && r.Customs == "C00" && r.Transport == 0
	asked := q.Partner == nil || r.PartnerCode == *q.Partner
	return whole && asked && r.Year == q.Year && r.ReporterCode == q.Reporter && slices.Contains(q.Flows, r.Flow)
}
