package traffic

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"hash/crc64"
	"io"
	"net/http"

	"github.com/rcpool/rcpool/lab/expected"
	"github.com/rcpool/rcpool/lab/request"
	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// sampleOf is how many good answers there are for each one that is looked into.
const sampleOf = 25

// answers looks at the bodies of a block's good answers.
type answers struct {
	block  Block
	digest uint64
	kept   []kept
}

// kept is an answer to look into when the load is over.
type kept struct {
	place int // in the block
	body  []byte
	zip   bool
}

var table = crc64.MakeTable(crc64.ECMA)

// add counts a good answer.
func (a *answers) add(hit *vegeta.Result) {
	if hit.Code != http.StatusOK || hit.Error != "" {
		return
	}
	place, err := a.placeOf(hit.Headers.Get(request.TokenHeader))
	if err != nil {
		return // mixed: that is counted where the request is known
	}
	a.digest += crc64.Checksum(hit.Body, table) * uint64(2*place+1)
	if place%sampleOf == 0 {
		a.kept = append(a.kept, kept{place, hit.Body, hit.Headers.Get("Content-Encoding") == "gzip"})
	}
}

// placeOf is the place in the block of the request with a token. Vegeta's numbers
// are those of sending, which need not be those of the requests.
func (a *answers) placeOf(token string) (int, error) {
	index, err := request.Index(a.block.Seed, token)
	return index - a.block.First, err
}

// check compares the answers that were kept with what their requests must get.
func (a *answers) check(r *Result) {
	r.Digest = a.digest
	for _, k := range a.kept {
		r.Checked++
		body := k.body
		if k.zip {
			z, err := gzip.NewReader(bytes.NewReader(body))
			if err == nil {
				body, err = io.ReadAll(z)
			}
			if err != nil {
				r.wrong(fmt.Sprintf("it cannot be unzipped: %v", err), 1)
				continue
			}
		}
		sent, _ := a.block.generate(k.place)
		var quote request.Quote
		if err := json.Unmarshal(sent, &quote); err != nil {
			panic(err) // what was generated always decodes
		}
		for _, fault := range expected.Faults(quote, crc32.ChecksumIEEE(sent), body, !a.block.Real) {
			r.wrong(fault, 1)
		}
	}
}
