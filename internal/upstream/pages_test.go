package upstream

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// paged is a listing of the numbers below total, per page of them.
type paged struct {
	total, per int
	failAt     int // this offset answers 500; -1 for none
	endless    bool
	offsets    []string
}

func (p *paged) serve(w http.ResponseWriter, r *http.Request) {
	offset, _ := strconv.Atoi(r.URL.Query().Get("offset"))
	p.offsets = append(p.offsets, r.URL.Query().Get("offset"))
	w.Header().Set("ETag", `"same for all pages"`)
	if r.Header.Get("If-None-Match") != "" {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if offset == p.failAt {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	for i := offset; i < min(offset+p.per, p.total); i++ {
		_, _ = fmt.Fprintln(w, i)
	}
}

func (p *paged) dataset(t *testing.T, dir string) *Dataset[[]string] {
	c := bubble(t, Provider{Retries: -1}, Options{DataDir: dir}, p.serve)
	page := func(c *Client, offset int) *Request { return c.Get("/list").Query("offset", strconv.Itoa(offset)) }
	d := NewDataset(c.pool, DatasetSpec[[]string]{
		Name: "paged", Client: c, Every: time.Hour,
		Files: []File{{
			Name:    "list.txt",
			Request: func(c *Client) *Request { return page(c, 0) },
			Next: func(c *Client, body []byte, pages int) (*Request, error) {
				if strings.Contains(string(body), "13") {
					return nil, errors.New("unlucky")
				}
				if len(body) == 0 && !p.endless {
					return nil, nil
				}
				return page(c, pages*p.per), nil
			},
		}},
		Parse: func(dir fs.FS) ([]string, error) {
			f, err := dir.Open("list.txt")
			if err != nil {
				return nil, err
			}
			defer f.Close()
			text, err := io.ReadAll(f)
			return strings.Fields(string(text)), err
		},
		Count: func(l []string) int { return len(l) },
	})
	if err := c.pool.Err(); err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPagesOfAListingMakeOneFile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		p := &paged{total: 7, per: 3, failAt: -1}
		d := p.dataset(t, dir)
		if err := d.Refresh(t.Context()); err != nil {
			t.Fatal(err)
		}
		list, _, err := d.Get()
		if err != nil || strings.Join(list, " ") != "0 1 2 3 4 5 6" || strings.Join(p.offsets, " ") != "0 3 6 9" {
			t.Errorf("%v, %v, asked for %v", list, err, p.offsets)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "paged", "*", "*.page")); len(left) != 0 {
			t.Errorf("left on disk: %v", left)
		}

		time.Sleep(time.Hour)
		if err := d.Refresh(t.Context()); err != nil || len(p.offsets) != 8 {
			t.Errorf("unchanged: %v, asked for %v", err, p.offsets)
		}
		if h := d.Health(); h.CheckedAt.Sub(*h.FetchedAt) != time.Hour {
			t.Errorf("the same pages are no new version: %+v", h)
		}
		again := p.dataset(t, dir)
		if err := again.Load(); err != nil || records(again) != 7 {
			t.Errorf("after a restart: %v, %d records", err, records(again))
		}
	})
}

func TestListingThatBreaksOffIsNotTakenOver(t *testing.T) {
	for name, broken := range map[string]*paged{
		"a page fails":          {total: 7, per: 3, failAt: 6},
		"a page makes no sense": {total: 20, per: 3, failAt: -1},
		"it never ends":         {total: 7, per: 3, failAt: -1, endless: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				dir := t.TempDir()
				good := (&paged{total: 6, per: 3, failAt: -1}).dataset(t, dir)
				if err := good.Refresh(t.Context()); err != nil {
					t.Fatal(err)
				}
				d := broken.dataset(t, dir)
				if err := d.Load(); err != nil {
					t.Fatal(err)
				}
				if err := d.Refresh(t.Context()); err == nil || records(d) != 6 {
					t.Errorf("%v, %d records", err, records(d))
				}
				if h := d.Health(); h.LastError == "" || strings.Contains(h.LastError, dir) {
					t.Errorf("health %+v", h)
				}
				if entries, err := os.ReadDir(filepath.Join(dir, "paged")); err != nil || len(entries) != 2 {
					t.Errorf("left on disk: %v, %v", entries, err)
				}
			})
		})
	}
}
