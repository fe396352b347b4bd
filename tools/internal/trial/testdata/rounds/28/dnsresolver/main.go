// truth: leak line 74 plain

// Command dnsresolver is a stub resolver with a small cache. Wire messages are
// pooled and parsed in place.
package main

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

const (
	flagResponse  = 1 << 15
	flagTruncated = 1 << 9
)

var (
	errTruncated = errors.New("dns: answer is truncated")
	errMismatch  = errors.New("dns: answer to another query")
	errRefused   = errors.New("dns: server failure")
)

type Message struct {
	Buf []byte
}

func (m *Message) Reset() { m.Buf = m.Buf[:0] }

func (m *Message) id() uint16    { return binary.BigEndian.Uint16(m.Buf) }
func (m *Message) flags() uint16 { return binary.BigEndian.Uint16(m.Buf[2:]) }

func (m *Message) query(id uint16, name string) {
	m.Buf = binary.BigEndian.AppendUint16(m.Buf, id)
	m.Buf = append(m.Buf, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0)
	for label := range strings.SplitSeq(name, ".") {
		m.Buf = append(m.Buf, byte(len(label)))
		m.Buf = append(m.Buf, label...)
	}
	m.Buf = append(m.Buf, 0, 0, 1, 0, 1)
}

// Transport sends query and appends the answer to into.
type Transport interface {
	Exchange(ctx context.Context, query, into []byte) ([]byte, error)
}

type record struct {
	addr    netip.Addr
	expires time.Time
}

type Resolver struct {
	messages  rcpool.Pool[Message]
	transport Transport

	mu    sync.Mutex
	next  uint16
	cache map[string]record
}

func (r *Resolver) exchange(ctx context.Context, id uint16, name string) (rcpool.Ref[Message], error) {
	query := r.messages.Get()
	defer query.Release()
	query.Value().query(id, name)

	answer := r.messages.Get()
	m := answer.Value()
	buf, err := r.transport.Exchange(ctx, query.Value().Buf, m.Buf)
	m.Buf = buf
	if err != nil {
		answer.Release()
		return rcpool.Ref[Message]{}, fmt.Errorf("dns: %s: %w", name, err)
	}
	if len(m.Buf) < 12 || m.id() != id || m.flags()&flagResponse == 0 {
		answer.Release()
		return rcpool.Ref[Message]{}, errMismatch
	}
	if m.flags()&flagTruncated != 0 {
		return rcpool.Ref[Message]{}, errTruncated
	}
	return answer, nil
}

func (r *Resolver) Lookup(ctx context.Context, name string) (netip.Addr, error) {
	r.mu.Lock()
	if rec, ok := r.cache[name]; ok && time.Now().Before(rec.expires) {
		r.mu.Unlock()
		return rec.addr, nil
	}
	r.next++
	id := r.next
	r.mu.Unlock()

	answer, err := r.exchange(ctx, id, name)
	if err != nil {
		return netip.Addr{}, err
	}
	defer answer.Release()
	m := answer.Value()
	if m.flags()&0xf != 0 || len(m.Buf) < 16 {
		return netip.Addr{}, errRefused
	}
	addr := netip.AddrFrom4([4]byte(m.Buf[len(m.Buf)-4:]))
	r.mu.Lock()
	r.cache[name] = record{addr, time.Now().Add(time.Minute)}
	r.mu.Unlock()
	return addr, nil
}

type fakeServer map[string]uint16 // flags by first label

func (f fakeServer) Exchange(ctx context.Context, query, into []byte) ([]byte, error) {
	if ctx.Err() != nil {
		return into, ctx.Err()
	}
	label := string(query[13 : 13+query[12]])
	flags, ok := f[label]
	if !ok {
		return into, errors.New("no route")
	}
	into = append(into, query[:2]...)
	into = binary.BigEndian.AppendUint16(into, flags)
	into = append(into, query[4:]...)
	return append(into, 10, 0, 0, byte(len(label))), nil
}

func main() {
	r := &Resolver{
		transport: fakeServer{"www": flagResponse, "big": flagResponse | flagTruncated, "bad": flagResponse | 2, "odd": 0},
		cache:     make(map[string]record),
	}
	for _, name := range []string{"www.example.org", "bad.example.org", "odd.example.org", "gone.example.org", "www.example.org", "big.example.org"} {
		addr, err := r.Lookup(context.Background(), name)
		fmt.Println(name, addr, err)
	}
}
