package gdelt

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/farebox/farebox/internal/upstream"
)

// GKG is the store of the files of the Global Knowledge Graph. Each has what GDELT read in English in 15 minutes: some
// 1,000 articles, 5 MB packed.
var GKG = upstream.Provider{
	Name:          "gdelt_gkg",
	BaseURL:       "https://storage.googleapis.com/data.gdeltproject.org/gdeltv2",
	Docs:          "https://blog.gdeltproject.org/gdelt-2-0-our-global-world-in-realtime/",
	Attribution:   DOC.Attribution,
	Terms:         DOC.Terms,
	Checked:       "described 2026-07",
	RatePerMinute: 20,
	Timeout:       5 * time.Minute,
	MaxBytes:      64 << 20,
}

// NewGKG is the client of the store.
func NewGKG(p *upstream.Pool) *upstream.Client { return p.Client(GKG) }

// Slot is the time that a file covers, from its name on.
const Slot = 15 * time.Minute

// delay is how long after its time a file can be had for sure.
const delay = 20 * time.Minute

// BatchFile is the name of a file on disk.
const BatchFile = "batch.zip"

// Newest is the download of the newest file that can be had for sure at now.
func Newest(now func() time.Time) func(*upstream.Client) *upstream.Request {
	return func(c *upstream.Client) *upstream.Request {
		slot := now().UTC().Add(-delay).Truncate(Slot)
		return c.Get("/{}", slot.Format("20060102150405")+".gkg.csv.zip")
	}
}

// Record is an article of a file.
type Record struct {
	Slot      time.Time // when GDELT read it, to 15 minutes
	URL       string
	Title     string // "" when it is not known
	Domain    string
	Tone      float64
	Themes    []string // each once: "ECON_INFLATION"
	Countries []string // that it mentions, each once, by FIPS 10-4: "GM"
}

// Columns of a line.
const (
	colSlot      = 1
	colDomain    = 3
	colURL       = 4
	colThemes    = 7
	colLocations = 9
	colTone      = 15
	colExtras    = 26
	columns      = 27
)

// maxLine bounds a line; the longest that were seen have some 500 kB.
const maxLine = 8 << 20

// maxUnpacked bounds a file without its packing; they have some 18 MB.
const maxUnpacked = 512 << 20

// ReadBatch gives every article of a file. Lines that are not articles are skipped; a file without any article is
// refused.
func ReadBatch(dir fs.FS, use func(Record)) error {
	raw, err := fs.ReadFile(dir, BatchFile)
	if err != nil {
		return err
	}
	packed, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return fmt.Errorf("%s: %w", BatchFile, err)
	}
	if len(packed.File) != 1 {
		return fmt.Errorf("%s holds %d files", BatchFile, len(packed.File))
	}
	f, err := packed.File[0].Open()
	if err != nil {
		return fmt.Errorf("%s: %w", BatchFile, err)
	}
	defer f.Close()

	lines := bufio.NewScanner(io.LimitReader(f, maxUnpacked))
	lines.Buffer(nil, maxLine)
	count := 0
	for lines.Scan() {
		if r, ok := record(lines.Text()); ok {
			count++
			use(r)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", BatchFile, err)
	}
	if count == 0 {
		return errors.New("no articles in the file")
	}
	return nil
}

func record(line string) (Record, bool) {
	f := strings.Split(line, "\t")
	if len(f) < columns {
		return Record{}, false
	}

	slot, err := time.Parse("20060102150405", f[colSlot])
	tone, _, _ := strings.Cut(f[colTone], ",")
	value, errTone := strconv.ParseFloat(tone, 64)
	if err != nil || errTone != nil || math.Abs(value) > 100 || !strings.HasPrefix(f[colURL], "http") {
		return Record{}, false // books and broadcasts have no address
	}

	return Record{
		Slot:      slot,
		URL:       strings.Clone(f[colURL]),
		Title:     title(f[colExtras]),
		Domain:    strings.Clone(f[colDomain]),
		Tone:      value,
		Themes:    distinct(strings.SplitSeq(f[colThemes], ";")),
		Countries: distinct(mentioned(f[colLocations])),
	}, true
}

// mentioned are the countries of a list of places: kind#name#country#region#lat#lon#id; ...
func mentioned(places string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for place := range strings.SplitSeq(places, ";") {
			parts := strings.SplitN(place, "#", 4)
			if len(parts) == 4 && len(parts[2]) == 2 && !yield(parts[2]) {
				return
			}
		}
	}
}

func distinct(values func(yield func(string) bool)) []string {
	var list []string
	seen := map[string]bool{}
	for v := range values {
		if v != "" && !seen[v] {
			seen[v] = true
			list = append(list, strings.Clone(v))
		}
	}
	return list
}

// title is the title of the page in the extras of a line.
func title(extras string) string {
	_, rest, ok := strings.Cut(extras, "<PAGE_TITLE>")
	text, _, closed := strings.Cut(rest, "</PAGE_TITLE>")
	if !ok || !closed {
		return ""
	}
	return strings.Join(strings.Fields(html.UnescapeString(text)), " ")
}
