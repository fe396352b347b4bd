package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"time"
)

// A platform is what a command is built for.
type platform struct{ os, arch string }

// suffix is what names of commands end in.
func (p platform) suffix() string {
	if p.os == "windows" {
		return ".exe"
	}
	return ""
}

// An archived file is part of an archive.
type archived struct {
	name string
	data []byte
	mode fs.FileMode
}

// archive returns the archive of the files that is usual on the platform, and
// its name. The same files and time always give the same bytes.
func (p platform) archive(name string, files []archived, modified time.Time) (string, []byte, error) {
	name += "_" + p.os + "_" + p.arch
	if p.os == "windows" {
		data, err := zipArchive(files, modified)
		return name + ".zip", data, err
	}
	data, err := tarArchive(files, modified)
	return name + ".tar.gz", data, err
}

func tarArchive(files []archived, modified time.Time) ([]byte, error) {
	var buffer bytes.Buffer
	compressed := gzip.NewWriter(&buffer)
	w := tar.NewWriter(compressed)
	for _, f := range files {
		header := &tar.Header{Name: f.name, Size: int64(len(f.data)), Mode: int64(f.mode), ModTime: modified, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := closeAll(w, compressed)
	return buffer.Bytes(), err
}

func zipArchive(files []archived, modified time.Time) ([]byte, error) {
	var buffer bytes.Buffer
	w := zip.NewWriter(&buffer)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: modified}
		header.SetMode(f.mode)
		file, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := closeAll(w)
	return buffer.Bytes(), err
}

// closeAll closes writers in their order, unless one of them fails.
func closeAll(writers ...io.Closer) error {
	for _, w := range writers {
		if err := w.Close(); err != nil {
			return err
		}
	}
	return nil
}
