// Package qcmobile reads FMCSA's live system for carriers (QCMobile), which every registered carrier is in. It wants a
// key of the operator's own and corroborates what the open data say.
package qcmobile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the service, with one key for all of it.
var Provider = upstream.Provider{
	Name:        "fmcsa-qcmobile",
	BaseURL:     "https://mobile.fmcsa.dot.gov/qc/services",
	Docs:        "https://mobile.fmcsa.dot.gov/QCDevsite/docs/qcApi",
	Attribution: "Federal Motor Carrier Safety Administration",
	Terms:       "public domain (17 USC 105)",
	Checked:     "recorded 2021-03",
	Keys: []upstream.Key{{
		Env:      "FMCSA_WEBKEY",
		Required: true,
		Query:    "webKey",
		Gives:    "FMCSA's live answer beside the open data",
	}},
	TTL:     time.Hour,
	Timeout: 12 * time.Second,
}

// Client calls the service.
type Client struct{ c *upstream.Client }

// New makes a client.
func New(pool *upstream.Pool) *Client { return &Client{pool.ProbedClient(Provider, probe)} }

// probe asks for a carrier by number.
func probe(ctx context.Context, u *upstream.Client) error {
	carrier, err := (&Client{u}).Carrier(ctx, "158121")
	return upstream.Fact(err, "dotNumber", "158121", func() any { return carrier.DOT })
}

// Configured is nil, or the error that every call would give without a key.
func (c *Client) Configured() error { return c.c.Configured() }

// Text is a value: the service writes some numbers as strings.
type Text = scalar.Text

// Carrier is the snapshot of a carrier. The employer's number, which the service gives, is not read. Each recorded
// snapshot has all members, and null for a trade name, a rating and an order that the carrier has not got.
type Carrier struct {
	DOT              Text `json:"dotNumber"`
	LegalName        Text `json:"legalName"`
	DBAName          Text `json:"dbaName" contract:"none"`
	AllowedToOperate Text `json:"allowedToOperate" contract:"nullable"` // Y or N
	Status           Text `json:"statusCode" contract:"nullable"`       // A or I
	Street           Text `json:"phyStreet,omitempty"`
	City             Text `json:"phyCity,omitempty"`
	State            Text `json:"phyState,omitempty"`
	ZIP              Text `json:"phyZipcode,omitempty"`
	Country          Text `json:"phyCountry,omitempty"`
	Operation        struct {
		Code Text `json:"carrierOperationCode,omitempty"`
	} `json:"carrierOperation,omitempty"`
	Common             Text `json:"commonAuthorityStatus" contract:"nullable"` // A active, I inactive, N none
	Contract           Text `json:"contractAuthorityStatus" contract:"nullable"`
	BIPDOnFile         Text `json:"bipdInsuranceOnFile" contract:"nullable"` // thousands of dollars
	BIPDRequired       Text `json:"bipdRequiredAmount" contract:"nullable"`  // thousands of dollars
	CargoOnFile        Text `json:"cargoInsuranceOnFile,omitempty"`
	CargoRequired      Text `json:"cargoInsuranceRequired,omitempty"`
	BondOnFile         Text `json:"bondInsuranceOnFile,omitempty"`
	BondRequired       Text `json:"bondInsuranceRequired,omitempty"`
	Rating             Text `json:"safetyRating" contract:"none"` // S, C or U
	RatedOn            Text `json:"safetyRatingDate,omitempty"`
	PowerUnits         Text `json:"totalPowerUnits,omitempty"`
	Drivers            Text `json:"totalDrivers,omitempty"`
	OutOfServiceOn     Text `json:"oosDate" contract:"none"`
	Crashes            Text `json:"crashTotal" contract:"nullable"`
	FatalCrashes       Text `json:"fatalCrash" contract:"nullable"`
	InjuryCrashes      Text `json:"injCrash,omitempty"`
	DriverInspections  Text `json:"driverInsp" contract:"nullable"`
	DriverOOS          Text `json:"driverOosInsp" contract:"nullable"`
	VehicleInspections Text `json:"vehicleInsp" contract:"nullable"`
	VehicleOOS         Text `json:"vehicleOosInsp" contract:"nullable"`
	HazmatInspections  Text `json:"hazmatInsp,omitempty"`
	HazmatOOS          Text `json:"hazmatOosInsp,omitempty"`
}

// Authority is what a docket of a carrier authorises for.
type Authority struct {
	Prefix    Text `json:"prefix"`
	Docket    Text `json:"docketNumber"`
	Common    Text `json:"commonAuthorityStatus"`
	Contract  Text `json:"contractAuthorityStatus"`
	Broker    Text `json:"brokerAuthorityStatus"`
	Property  Text `json:"authorizedForProperty"`
	Household Text `json:"authorizedForHouseholdGoods"`
	Passenger Text `json:"authorizedForPassenger"`
}

type carrierItem struct {
	Carrier Carrier `json:"carrier"`
}

// Carrier is the snapshot of a USDOT number, NotFound when there is none.
func (c *Client) Carrier(ctx context.Context, dot string) (*Carrier, error) {
	item, err := content[carrierItem](ctx, c.c.Get("/carriers/{}", dot))
	if err != nil {
		return nil, err
	}
	if item.Carrier.DOT != Text(dot) {
		return nil, upstream.BadResponse.Errorf("fmcsa-qcmobile: another carrier than was asked for")
	}
	return &item.Carrier, nil
}

// MaxNamed is how many carriers of a name are asked for; the service does not say how many there are.
const MaxNamed = 50

// ByName are the carriers with a name like this, at most [MaxNamed], from the first on. Where the first is asked for by
// number, clients say 0 and others 1; the documentation is silent.
func (c *Client) ByName(ctx context.Context, name string) ([]Carrier, error) {
	return carriers(ctx, c.c.Get("/carriers/name/{}", name).Query("size", strconv.Itoa(MaxNamed)))
}

// ByDocket are the carriers with a docket number: its letters, MC, and its digits. The service looks for the digits
// alone, so that each carrier it finds is asked for its own docket numbers.
func (c *Client) ByDocket(ctx context.Context, prefix, number string) ([]Carrier, error) {
	found, err := carriers(ctx, c.c.Get("/carriers/docket-number/{}", number))
	if err != nil {
		return nil, err
	}

	var holders []Carrier
	for _, carrier := range found {
		holds, err := c.holds(ctx, carrier, prefix, number)
		if err != nil {
			return nil, err
		}
		if holds {
			holders = append(holders, carrier)
		}
	}
	return holders, nil
}

// holds says whether a docket number is among those of a carrier.
func (c *Client) holds(ctx context.Context, carrier Carrier, prefix, number string) (bool, error) {
	list, err := content[[]struct {
		Prefix Text `json:"prefix"`
		Docket Text `json:"docketNumber"`
	}](ctx, c.c.Get("/carriers/{}/docket-numbers", string(carrier.DOT)))
	if err != nil && !errors.Is(err, upstream.NotFound) {
		return false, err
	}
	for _, item := range list {
		if string(item.Prefix) == prefix && strings.TrimLeft(string(item.Docket), "0") == number {
			return true, nil
		}
	}
	return false, nil
}

func carriers(ctx context.Context, r *upstream.Request) ([]Carrier, error) {
	items, err := content[[]carrierItem](ctx, r)
	if err != nil {
		return nil, err
	}
	var list []Carrier
	for _, item := range items {
		list = append(list, item.Carrier)
	}
	return list, nil
}

// Authorities are the dockets of a carrier and what they authorise for.
func (c *Client) Authorities(ctx context.Context, dot string) ([]Authority, error) {
	items, err := content[[]struct {
		Authority Authority `json:"carrierAuthority"`
	}](ctx, c.c.Get("/carriers/{}/authority", dot))
	var list []Authority
	for _, item := range items {
		list = append(list, item.Authority)
	}
	return list, err
}

// Cargo are the classes of cargo that a carrier declares, in words: "General Freight".
func (c *Client) Cargo(ctx context.Context, dot string) ([]string, error) {
	items, err := content[[]struct {
		Class Text `json:"cargoClassDesc"`
	}](ctx, c.c.Get("/carriers/{}/cargo-carried", dot))
	var list []string
	for _, item := range items {
		list = append(list, string(item.Class))
	}
	return list, err
}

// Classes are the classes of operation that a carrier declares: "Authorized For Hire".
func (c *Client) Classes(ctx context.Context, dot string) ([]string, error) {
	items, err := content[[]struct {
		Class Text `json:"operationClassDesc"`
	}](ctx, c.c.Get("/carriers/{}/operation-classification", dot))
	var list []string
	for _, item := range items {
		list = append(list, string(item.Class))
	}
	return list, err
}

// content asks and takes the envelope off. The service says by HTTP 200 and null, or an empty list, that there is none,
// and by HTTP 404 with words that it does not take the key (recorded).
func content[T any](ctx context.Context, r *upstream.Request) (T, error) {
	var envelope struct {
		Content T `json:"content"`
	}
	_, err := r.AcceptStatus(http.StatusNotFound).Refusal(hasContent).JSON(ctx, &envelope)
	return envelope.Content, err
}

func hasContent(resp *upstream.Response) error {
	var envelope struct {
		Content json.RawMessage `json:"content"`
	}
	if err := resp.JSON(&envelope); err != nil {
		return err
	}

	var words string
	body := string(bytes.TrimSpace(envelope.Content))
	switch {
	case json.Unmarshal(envelope.Content, &words) == nil && strings.Contains(strings.ToLower(words), "webkey"):
		return upstream.Unauthorized.Errorf("the key is not known")
	case resp.Status == http.StatusNotFound:
		return upstream.BadResponse.Errorf("another 404 than that of a key")
	case body == "null", body == "[]":
		return upstream.NotFound.Errorf("no such carrier")
	}
	return nil
}
