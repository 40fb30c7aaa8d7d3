package upstream

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gomodule/redigo/redis"
)

// The prefixes keep our keys apart from others in the same database. The number of each changes with the form of what
// is kept under it, so that no release reads what another one means differently.
const (
	redisPrefix = "farebox:upstream:1:"
	fleetPrefix = "farebox:fleet:1:"
)

// redisConns bounds the connections of one process, unless the URL has its own pool_size.
const redisConns = 64

// redisTimeout ends what link does not wait for any more, signing in among it.
const redisTimeout = 5 * time.Second

// RedisCache is a Cache in Redis or Valkey, shared by all processes that use the same CACHE_URL.
type RedisCache struct{ store redisConn }

var errCacheURL = errors.New("cache URL: want redis://[user:password@]host[:port][/database]")

// NewRedisCache connects lazily to address (redis://, rediss:// or unix://); only a malformed URL is an error.
func NewRedisCache(address string) (*RedisCache, error) {
	u, err := url.Parse(address)
	if err != nil || u.Opaque != "" {
		return nil, errCacheURL
	}
	at, err := redisAddress(u)
	if err != nil {
		return nil, err
	}
	conns, err := wholeNumber(u.Query().Get("pool_size"), redisConns)
	if err != nil {
		return nil, err
	}

	return &RedisCache{store: redisConn{&redis.Pool{
		MaxActive:           max(1, conns),
		MaxIdle:             max(1, conns),
		Wait:                true,
		TestOnBorrowContext: stillThere,
		DialContext: func(ctx context.Context) (redis.Conn, error) {
			return redis.DialContext(ctx, at.network, at.address, at.options...)
		},
	}}}, nil
}

// redisAt is where a server is and how one signs in.
type redisAt struct {
	network string
	address string
	options []redis.DialOption
}

func redisAddress(u *url.URL) (redisAt, error) {
	at := redisAt{
		network: "tcp",
		address: net.JoinHostPort(cmp.Or(u.Hostname(), "localhost"), cmp.Or(u.Port(), "6379")),
	}
	database := strings.Trim(u.Path, "/")
	switch u.Scheme {
	case "redis":
	case "rediss":
		at.options = append(at.options,
			redis.DialUseTLS(true),
			redis.DialTLSConfig(&tls.Config{MinVersion: tls.VersionTLS12, ServerName: u.Hostname()}),
		)
	case "unix":
		if u.Path == "" {
			return redisAt{}, errCacheURL
		}
		at.network = "unix"
		at.address = u.Path
		database = u.Query().Get("db")
	default:
		return redisAt{}, errCacheURL
	}

	number, err := wholeNumber(database, 0)
	if err != nil {
		return redisAt{}, err
	}
	password, _ := u.User.Password()
	at.options = append(at.options,
		redis.DialReadTimeout(redisTimeout),
		redis.DialWriteTimeout(redisTimeout),
		redis.DialDatabase(number),
		redis.DialUsername(u.User.Username()),
		redis.DialPassword(password),
	)
	return at, nil
}

// wholeNumber reads a part of the URL that may be left out.
func wholeNumber(text string, otherwise int) (int, error) {
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		return 0, errCacheURL
	}
	return int(n), nil
}

// Fleet is the one of the processes that share the cache. name hides what a key is about from readers of the store.
func (r *RedisCache) Fleet(name func(key string) string) *Fleet {
	return newFleet(r.store, name)
}

// Get implements Cache.
func (r *RedisCache) Get(ctx context.Context, key string) ([]byte, error) {
	b, err := r.store.get(ctx, redisPrefix+key)
	if err != nil {
		return nil, fmt.Errorf("shared cache get: %w", err)
	}
	return b, nil
}

// Set implements Cache.
func (r *RedisCache) Set(ctx context.Context, key string, value []byte, keep time.Duration) error {
	if err := r.store.set(ctx, redisPrefix+key, value, keep); err != nil {
		return fmt.Errorf("shared cache set: %w", err)
	}
	return nil
}

// Delete implements Cache.
func (r *RedisCache) Delete(ctx context.Context, key string) error {
	if err := r.store.remove(ctx, redisPrefix+key); err != nil {
		return fmt.Errorf("shared cache delete: %w", err)
	}
	return nil
}

// Ping says whether the cache answers, for /health.
func (r *RedisCache) Ping(ctx context.Context) error {
	if err := r.store.ping(ctx); err != nil {
		return fmt.Errorf("shared cache ping: %w", err)
	}
	return nil
}

// Close ends its connections.
func (r *RedisCache) Close() error { return r.store.close() }
