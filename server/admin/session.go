package admin

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/farebox/farebox/server/caller"
)

const (
	cookieName = "farebox_admin"
	// sessionLength is how long a sign-in lasts.
	sessionLength = 12 * time.Hour
	// maxForm bounds the body of a form in bytes.
	maxForm = 8 << 10
)

// A session is its end and a random number, signed with a key that the server secret and the token make. Every replica
// can tell it, nobody can make one or find the token out by it, and another token ends all of them.
const (
	endBytes    = 8
	randomBytes = 16
	signedBytes = endBytes + randomBytes
)

func (d *Desk) newSession() string {
	session := binary.BigEndian.AppendUint64(nil, uint64(d.Now().Add(sessionLength).Unix()))
	var random [randomBytes]byte
	rand.Read(random[:]) // never fails
	session = append(session, random[:]...)
	return base64.RawURLEncoding.EncodeToString(append(session, d.sign(session)...))
}

func (d *Desk) sign(session []byte) []byte { return d.key.Name([]byte(d.Token), session) }

// session is what a cookie carries, without its signature.
type session [signedBytes]byte

func (s session) end() time.Time { return time.Unix(int64(binary.BigEndian.Uint64(s[:])), 0) }

// sessionOf is the session of a request; false when it has none that this service began and that has not ended. It may
// have been signed out of.
func (d *Desk) sessionOf(r *http.Request) (session, bool) {
	cookie, err := r.Cookie(cookieName)
	if err != nil {
		return session{}, false
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cookie.Value)
	if err != nil || len(raw) != signedBytes+sha256.Size {
		return session{}, false
	}
	if subtle.ConstantTimeCompare(raw[signedBytes:], d.sign(raw[:signedBytes])) != 1 {
		return session{}, false
	}
	s := session(raw[:signedBytes])
	return s, d.Now().Before(s.end())
}

// nameOf is what the store knows a session by. Nobody makes a cookie of it.
func (d *Desk) nameOf(s session) string {
	return hex.EncodeToString(d.key.Name([]byte("signed out"), s[:]))
}

// mayRead says whether a request may see the figures, and answers it when not. Every replica learns about a sign-out,
// so that a copy of the cookie is worthless; if that cannot be checked, the session is refused.
func (d *Desk) mayRead(w http.ResponseWriter, r *http.Request) bool {
	s, ok := d.sessionOf(r)
	if !ok {
		http.Redirect(w, r, loginPath, http.StatusSeeOther)
		return false
	}
	out, err := d.Store.SignedOut(r.Context(), d.nameOf(s))
	switch {
	case err != nil:
		d.unread(w, err)
	case out:
		http.Redirect(w, r, loginPath, http.StatusSeeOther)
	}
	return err == nil && !out
}

// cookie carries a session, or nothing and ends it. It goes to the dashboard alone, and never with a request that
// another site made the browser send.
func (d *Desk) cookie(r *http.Request, session string) *http.Cookie {
	c := &http.Cookie{
		Name:     cookieName,
		Value:    session,
		Path:     Path,
		HttpOnly: true,
		Secure:   d.secure(r),
		SameSite: http.SameSiteStrictMode,
		MaxAge:   int(sessionLength / time.Second),
	}
	if session == "" {
		c.MaxAge = -1
	}
	return c
}

// secure says whether the browser speaks https, to this process or to a proxy before it.
func (d *Desk) secure(r *http.Request) bool {
	public, err := url.Parse(d.PublicBaseURL)
	return r.TLS != nil || strings.EqualFold(r.Header.Get("X-Forwarded-Proto"), "https") ||
		err == nil && public.Scheme == "https" && strings.EqualFold(public.Host, r.Host)
}

// ownOrigin says whether a form was sent from a page of this service. Browsers always say where a form comes from.
func (d *Desk) ownOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	origin := r.Header.Get("Origin")
	if strings.EqualFold(origin, d.PublicBaseURL) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" &&
		strings.EqualFold(u.Host, r.Host)
}

// signIn takes the token and gives a session for it.
func (d *Desk) signIn(w http.ResponseWriter, r *http.Request) {
	if !d.ownOrigin(r) {
		d.fail(w, http.StatusForbidden, "This form was not sent from a page of this service.")
		return
	}
	address := caller.Address(r)
	if wait := d.byAddress.Take(address); wait > 0 {
		seconds := max(1, int((wait+time.Second-1)/time.Second))
		w.Header().Set("Retry-After", fmt.Sprint(seconds))
		d.Log.Warn("too many tries to sign in to the dashboard", "address", address)
		d.loginForm(w, http.StatusTooManyRequests, fmt.Sprintf("Too many tries. Wait %d seconds.", seconds))
		return
	}

	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		d.loginForm(w, http.StatusBadRequest, "The form could not be read.")
		return
	}
	if !equal(r.PostForm.Get("token"), d.Token) {
		d.Log.Warn("refused to sign in to the dashboard", "address", address)
		d.loginForm(w, http.StatusUnauthorized, "This is not the token of ADMIN_TOKEN.")
		return
	}
	d.Log.Info("signed in to the dashboard", "address", address)
	http.SetCookie(w, d.cookie(r, d.newSession()))
	http.Redirect(w, r, Path, http.StatusSeeOther)
}

// equal compares in a time that tells neither where two texts differ nor how long they are.
func equal(a, b string) bool {
	x := sha256.Sum256([]byte(a))
	y := sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// signOut ends the session and makes the browser forget it.
func (d *Desk) signOut(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", "POST")
		d.fail(w, http.StatusMethodNotAllowed, "Signing out is a form of the dashboard.")
	case !d.ownOrigin(r):
		d.fail(w, http.StatusForbidden, "This form was not sent from a page of this service.")
	default:
		http.SetCookie(w, d.cookie(r, ""))
		if err := d.forget(r); err != nil {
			d.Log.Error("signing out of the dashboard", "error", err)
			d.fail(w, http.StatusServiceUnavailable, "This browser has forgotten the session, but the replicas could "+
				"not be told: a copy of its cookie is good for up to 12 hours. The log has the reason.")
			return
		}
		http.Redirect(w, r, loginPath, http.StatusSeeOther)
	}
}

// forget makes all replicas refuse the session of a request.
func (d *Desk) forget(r *http.Request) error {
	s, ok := d.sessionOf(r)
	if !ok {
		return nil
	}
	return d.Store.SignOut(r.Context(), d.nameOf(s), s.end(), d.Now())
}
