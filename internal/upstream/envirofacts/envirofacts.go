// Package envirofacts reads EPA's Envirofacts warehouse: greenhouse gases by the Greenhouse Gas Reporting Program, and
// releases of toxic chemicals by the Toxics Release Inventory.
package envirofacts

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/scalar"
)

// Provider is the warehouse, which needs no key and is slow.
var Provider = upstream.Provider{
	Name:        "envirofacts",
	BaseURL:     "https://data.epa.gov",
	Docs:        "https://www.epa.gov/enviro/envirofacts-data-service-api",
	Attribution: "U.S. EPA, Envirofacts",
	Terms:       "public domain (17 USC 105)",
	Checked:     "recorded 2026 (facilities of the inventory)",
	TTL:         24 * time.Hour,
	StaleFor:    6 * 24 * time.Hour,
	Timeout:     30 * time.Second,
	Retries:     1,
	MaxBytes:    16 << 20,
}

// Files is the warehouse's files of a state and a year, which have some megabytes and are parsed once.
var Files = upstream.Provider{
	Name:        "envirofacts-files",
	BaseURL:     "https://data.epa.gov",
	Docs:        "https://www.epa.gov/toxics-release-inventory-tri-program/tri-toolbox",
	Attribution: "U.S. EPA, Toxics Release Inventory",
	Terms:       "public domain (17 USC 105)",
	Checked:     "described 2026-10",
	Timeout:     60 * time.Second,
	Retries:     1,
	MaxBytes:    64 << 20,
}

// MaxRows is how many rows a request asks for.
const MaxRows = 1000

// batch is how many ids fit into one request: the length of the address is the limit.
const batch = 7

// Client calls the warehouse.
type Client struct {
	c     *upstream.Client
	files *upstream.Client
}

// New makes a client.
func New(pool *upstream.Pool) *Client {
	c := &Client{
		c:     pool.Client(Provider),
		files: pool.Client(Files),
	}
	c.c.Probe(c.probe)
	c.files.Probe(c.probeFiles)
	return c
}

// probe asks for a plant by its name.
func (c *Client) probe(ctx context.Context) error {
	sites, err := c.SitesBy(ctx, "facility_name", "EUROPTEC", "IL")
	return upstream.Has(sites, err, "tri_facility_id", "60608NGNRD929WE", func(s Site) bool {
		return s.ID == "60608NGNRD929WE"
	})
}

// probeFiles asks for what the smallest state released in 2019.
func (c *Client) probeFiles(ctx context.Context) error {
	releases, err := c.Releases(ctx, "RI", 2019)
	return upstream.Has(releases, err, "TRI FACILITY ID", "a release", func(r Release) bool { return r.Site != "" })
}

// Text is a value: numbers come as such or as strings.
type Text = scalar.Text

// Emitter is a facility that reports greenhouse gases, in one year.
type Emitter struct {
	ID       Text `json:"facility_id"`
	Year     Text `json:"year"`
	Name     Text `json:"facility_name" contract:"nullable"`
	City     Text `json:"city,omitempty"`
	State    Text `json:"state,omitempty"`
	Parent   Text `json:"parent_company,omitempty"` // "NAME (60%); NAME (40%)"
	Registry Text `json:"frs_id,omitempty"`
	Lat      Text `json:"latitude,omitempty" contract:"latitude"`
	Lon      Text `json:"longitude,omitempty" contract:"longitude"`
	Standing Text `json:"reporting_status,omitempty"` // STOPPED_REPORTING_VALID_REASON; null of those who report
}

// Emission is what a facility emits of one gas by one source category, in metric tons of CO2 equivalent.
type Emission struct {
	ID      Text `json:"facility_id"`
	Subpart Text `json:"sub_part_id"`
	Gas     Text `json:"gas_id" contract:"nullable"`
	Amount  Text `json:"co2e_emission" contract:"nullable"` // null where nothing was reported, or it is withheld
}

// Site is a facility of the inventory of toxic releases. Coordinates are degrees, minutes and seconds as one number
// without a sign: 414905.
type Site struct {
	ID       Text `json:"tri_facility_id"`
	Name     Text `json:"facility_name" contract:"nullable"`
	City     Text `json:"city_name,omitempty"`
	State    Text `json:"state_abbr"`
	Parent   Text `json:"parent_co_name,omitempty"`
	Registry Text `json:"epa_registry_id,omitempty"`
	Lat      Text `json:"fac_latitude,omitempty"`
	Lon      Text `json:"fac_longitude,omitempty"`
}

// EmittersBy are facilities whose column, facility_name or parent_company, has text in it: newest year first, all years
// together. state is two letters, or empty.
func (c *Client) EmittersBy(ctx context.Context, column, text, state string) ([]Emitter, error) {
	path := "/dmapservice/ghg.pub_dim_facility/" + column + "/contains/{}"
	segments := []string{text}
	if state != "" {
		path += "/and/state/equals/{}"
		segments = append(segments, state)
	}
	path += fmt.Sprintf("/sort/year:desc/1:%d/JSON", MaxRows)
	return rows[Emitter](ctx, c.c.Get(path, segments...))
}

// Emissions are those of facilities in one year, by source category and gas. The other table, by sector, repeats them.
func (c *Client) Emissions(ctx context.Context, year string, ids []string) ([]Emission, error) {
	sources := make([]upstream.Source[[]Emission], 0, len(ids)/batch+1)
	for at := 0; at < len(ids); at += batch {
		some := strings.Join(ids[at:min(at+batch, len(ids))], ",")
		sources = append(sources, upstream.Source[[]Emission]{
			Name: some,
			Call: func(ctx context.Context) ([]Emission, error) {
				path := "/dmapservice/ghg.pub_facts_subp_ghg_emission/facility_id/in/" + some + "/and/year/equals/{}"
				list, err := rows[Emission](ctx, c.c.Get(path+fmt.Sprintf("/1:%d/JSON", MaxRows), year))
				return list, cmp.Or(err, upstream.Whole(len(list), MaxRows))
			},
		})
	}

	var all []Emission
	for _, outcome := range upstream.Fuse(ctx, sources...) {
		if outcome.Err != nil {
			return nil, outcome.Err
		}
		all = append(all, outcome.Value...)
	}
	return all, nil
}

// sort is what a source category does.
type sort string

// The sorts.
const (
	emitter  sort = "E"
	supplier sort = "S" // its products emit when they are burnt
	injector sort = "I" // it puts CO2 under ground
)

// Words are the sorts that there are.
func (sort) Words() []string { return []string{string(emitter), string(supplier), string(injector)} }

// Emitting says whether each source category, by its id, emits itself. The others are suppliers and injection of CO2:
// adding those up would count twice.
func (c *Client) Emitting(ctx context.Context) (map[string]bool, error) {
	list, err := rows[struct {
		ID   Text `json:"subpart_id"`
		Type sort `json:"subpart_type"`
	}](ctx, c.c.Get("/dmapservice/ghg.pub_dim_subpart/1:200/JSON"))
	if err != nil {
		return nil, err
	}

	emit := map[string]bool{}
	any := false
	for _, row := range list {
		emit[string(row.ID)] = row.Type == emitter
		any = any || row.Type == emitter
	}
	if !any {
		return nil, upstream.BadResponse.Errorf("envirofacts: no source category emits")
	}
	return emit, nil
}

// Gases are the codes of gases by their ids: CO2, CH4, BIOCO2.
func (c *Client) Gases(ctx context.Context) (map[string]string, error) {
	list, err := rows[struct {
		ID   Text `json:"gas_id"`
		Code Text `json:"gas_code"`
	}](ctx, c.c.Get("/dmapservice/ghg.pub_dim_ghg/1:100/JSON"))
	if err != nil {
		return nil, err
	}
	codes := map[string]string{}
	for _, row := range list {
		codes[string(row.ID)] = string(row.Code)
	}
	if len(codes) == 0 {
		return nil, upstream.BadResponse.Errorf("envirofacts: no gases")
	}
	return codes, nil
}

// SitesBy are facilities of the inventory whose column, facility_name or parent_co_name, has text in it. state is two
// letters, or empty.
func (c *Client) SitesBy(ctx context.Context, column, text, state string) ([]Site, error) {
	path := "/dmapservice/tri.tri_facility/" + column + "/contains/{}"
	segments := []string{text}
	if state != "" {
		path += "/and/state_abbr/equals/{}"
		segments = append(segments, state)
	}
	path += fmt.Sprintf("/1:%d/JSON", MaxRows)
	return rows[Site](ctx, c.c.Get(path, segments...))
}

// rows asks for a list. An empty body replaces an answer that took too long: it is not an empty list.
func rows[T any](ctx context.Context, r *upstream.Request) ([]T, error) {
	resp, err := r.Check(isList[T]).Do(ctx)
	if err != nil {
		return nil, err
	}
	var list []T
	if err := resp.JSON(&list); err != nil {
		return nil, err
	}
	return list, nil
}

func isList[T any](resp *upstream.Response) error {
	if len(bytes.TrimSpace(resp.Body)) == 0 {
		return upstream.Unavailable.Errorf("an empty body")
	}
	var list []T
	return upstream.Decode(resp.Body, &list)
}
