// truth: double-release line 34 callee
package main

import (
	"fmt"

	"round/claimsarchive/archive"

	"github.com/rcpool/rcpool"
)

type desk struct {
	archive *archive.Archive
	queue   chan rcpool.Ref[archive.Claim]
	errs    []error
}

func (d *desk) assess(claim *archive.Claim) bool {
	claim.State = "accepted"
	if len(claim.Photos) == 0 {
		claim.State = "needs photos"
	}
	return claim.State == "accepted"
}

func (d *desk) run() {
	for claim := range d.queue {
		if !d.assess(claim.Value()) {
			claim.Release()
			continue
		}
		if err := d.archive.Store(claim); err != nil {
			d.errs = append(d.errs, err)
			claim.Release()
		}
	}
}

func main() {
	d := &desk{archive: &archive.Archive{Limit: 2}, queue: make(chan rcpool.Ref[archive.Claim], 8)}
	for i := range 5 {
		c := archive.Claims.Get()
		c.Value().Number = i
		if i != 1 {
			c.Value().Photos = append(c.Value().Photos, []byte("jpeg"))
		}
		d.queue <- c
	}
	close(d.queue)
	d.run()
	fmt.Println(d.archive.Cases, d.errs)
}
