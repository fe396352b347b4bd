// truth: escape line 39 plain
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type entityKey struct {
	view  string
	joins []string
	ids   []uint64
}

var errArity = errors.New("entity key: joins and ids differ")

// encode returns the key under which the online store has the row.
func encode(k entityKey) ([]byte, error) {
	if len(k.joins) != len(k.ids) {
		return nil, errArity
	}
	buf := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buf)
	buf.Reset()
	buf.WriteString(k.view)
	buf.WriteByte(0)
	var tmp [8]byte
	for i, join := range k.joins {
		buf.WriteString(join)
		buf.WriteByte('=')
		binary.BigEndian.PutUint64(tmp[:], k.ids[i])
		buf.Write(tmp[:])
	}
	return buf.Bytes(), nil
}

type online struct {
	rows map[string][]float32
	miss int
}

func (o *online) put(k entityKey, row []float32) error {
	key, err := encode(k)
	if err != nil {
		return err
	}
	o.rows[string(key)] = row
	return nil
}

func (o *online) multiGet(keys []entityKey) ([][]float32, error) {
	raw := make([][]byte, 0, len(keys))
	for _, k := range keys {
		key, err := encode(k)
		if err != nil {
			return nil, err
		}
		raw = append(raw, key)
	}
	out := make([][]float32, len(raw))
	for i, key := range raw {
		row, ok := o.rows[string(key)]
		if !ok {
			o.miss++
		}
		out[i] = row
	}
	return out, nil
}

func main() {
	o := &online{rows: map[string][]float32{}}
	var keys []entityKey
	for i := range uint64(4) {
		k := entityKey{"user_stats", []string{"user"}, []uint64{i}}
		if err := o.put(k, []float32{float32(i)}); err != nil {
			fmt.Println("put:", err)
		}
		keys = append(keys, k)
	}
	rows, err := o.multiGet(keys)
	fmt.Println(rows, err, o.miss)
	_, err = o.multiGet([]entityKey{{"user_stats", nil, []uint64{1}}})
	fmt.Println(err)
}
