// Package s3 keeps files in a bucket of an object store that speaks Amazon's S3 API.
package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"

	"github.com/farebox/farebox/internal/upstream/objects"
)

const (
	tries   = 3                // of each request
	stalled = 30 * time.Second // without a byte, after which an answer is given up
	// anyRegion signs for stores that have one region. MinIO calls it so; Cloudflare's R2 takes it for its "auto".
	anyRegion = "us-east-1"
)

// Options of a Store.
type Options struct {
	// URL is s3://bucket, or s3://bucket/prefix for names that all begin with prefix/.
	URL string
	// Endpoint is the origin of the store, such as https://storage.googleapis.com. Empty: Amazon's of Region.
	Endpoint string
	// Region may be empty for stores other than Amazon's.
	Region string

	// KeyID and KeySecret sign the requests, with SessionToken where the store gave one out. Without KeyID they are
	// what AWS gives to the machine or to the pod.
	KeyID        string
	KeySecret    string
	SessionToken string

	Transport *http.Transport
}

// Store is a bucket, or what is below a prefix in one.
type Store struct {
	core   minio.Core
	bucket string
	prefix string
}

// New connects to nothing yet. Its errors quote no key.
func New(o Options) (*Store, error) {
	bucket, prefix, err := ParseURL(o.URL)
	if err != nil {
		return nil, err
	}
	endpoint := o.Endpoint
	if endpoint == "" {
		if o.Region == "" {
			return nil, errors.New("object store: Amazon's needs a region")
		}
		endpoint = "https://s3." + o.Region + ".amazonaws.com"
	}
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, errors.New("object store: the endpoint must be an http or https origin")
	}

	transport := o.Transport.Clone()
	transport.DisableCompression = true // an object is what was put there, whatever its headers say
	transport.ResponseHeaderTimeout = stalled
	client, err := minio.New(u.Host, &minio.Options{
		Creds:      o.credentials(),
		Secure:     u.Scheme == "https",
		Transport:  transport,
		Region:     o.region(),
		MaxRetries: tries,
	})
	if err != nil {
		return nil, errors.New("object store: the endpoint must be an http or https origin without a path")
	}
	return &Store{
		core:   minio.Core{Client: client},
		bucket: bucket,
		prefix: prefix,
	}, nil
}

func (o Options) credentials() *credentials.Credentials {
	if o.KeyID == "" {
		return credentials.NewIAM("")
	}
	return credentials.NewStaticV4(o.KeyID, o.KeySecret, o.SessionToken)
}

func (o Options) region() string {
	if o.Region == "" {
		return anyRegion
	}
	return o.Region
}

// ParseURL reads s3://bucket/prefix. The prefix has no slash at either end.
func ParseURL(text string) (bucket, prefix string, err error) {
	wrong := errors.New("must be s3://bucket or s3://bucket/prefix")
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "s3" || u.User != nil || u.Port() != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", "", wrong
	}
	if s3utils.CheckValidBucketNameStrict(u.Host) != nil {
		return "", "", wrong
	}
	prefix = strings.Trim(u.Path, "/")
	if prefix != "" && s3utils.CheckValidObjectNamePrefix(prefix) != nil || strings.Contains(prefix, "//") {
		return "", "", wrong
	}
	return u.Host, prefix, nil
}

// key is the name of an object in the bucket.
func (s *Store) key(name string) string {
	if s.prefix == "" {
		return name
	}
	return s.prefix + "/" + name
}

// Read implements [objects.Store].
func (s *Store) Read(ctx context.Context, name string, most int64, w io.Writer) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	body, _, _, err := s.core.GetObject(ctx, s.bucket, s.key(name), minio.GetObjectOptions{})
	if err != nil {
		return failed("reading", err)
	}
	defer body.Close()

	watched := &watched{
		from:  body,
		timer: time.AfterFunc(stalled, func() { cancel(errStalled) }),
	}
	defer watched.timer.Stop()
	n, err := io.Copy(w, io.LimitReader(watched, most+1))
	switch {
	case err != nil && context.Cause(ctx) == errStalled:
		return failed("reading", errStalled)
	case err != nil:
		return failed("reading", err)
	case n > most:
		return objects.ErrTooLong
	}
	return nil
}

var errStalled = errors.New("the answer stopped coming")

// watched starts the timer again with each part that comes.
type watched struct {
	from  io.Reader
	timer *time.Timer
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	n, err := w.from.Read(p)
	if n > 0 {
		w.timer.Reset(stalled)
	}
	return n, err
}

// Write implements [objects.Store].
func (s *Store) Write(ctx context.Context, name string, from io.ReadSeeker, size int64) error {
	_, err := s.core.Client.PutObject(ctx, s.bucket, s.key(name), from, size, minio.PutObjectOptions{
		ContentType: "application/octet-stream",
		// The store checks what came by this sum, which the signature covers: chunks with signatures of their own are
		// not taken everywhere. Several parts would leave some of them there after a process that died.
		SendContentMd5:       true,
		DisableContentSha256: true,
		DisableMultipart:     true,
	})
	if err != nil {
		return failed("writing", err)
	}
	return nil
}

// Clean implements [objects.Store].
func (s *Store) Clean(ctx context.Context, folder string, before time.Time, keep func(name string) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends the listing
	below := s.key(folder) + "/"
	for object := range s.core.Client.ListObjects(ctx, s.bucket, minio.ListObjectsOptions{Prefix: below}) {
		if object.Err != nil {
			return failed("listing", object.Err)
		}
		name := strings.TrimPrefix(object.Key, below)
		if name == "" || strings.Contains(name, "/") || keep(name) || !object.LastModified.Before(before) {
			continue
		}
		err := s.core.Client.RemoveObject(ctx, s.bucket, object.Key, minio.RemoveObjectOptions{})
		if err != nil {
			return failed("removing", err)
		}
	}
	return nil
}

// failed is err without what a store quotes from the request: the answer's code and status, else the error of the
// connection.
func failed(doing string, err error) error {
	var answer minio.ErrorResponse
	if !errors.As(err, &answer) {
		return fmt.Errorf("object store: %s: %w", doing, err)
	}
	if answer.Code == minio.NoSuchKey {
		return objects.ErrNone
	}
	return fmt.Errorf("object store: %s: %s (HTTP %d)", doing, answer.Code, answer.StatusCode)
}
