// Part of Sooth, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A decoder is initialized three times; the second time there is no memory.

#include SOOTH_DEFECT

static size_t size_of_dictionary;

static lzma_ret init(lzma_lz_decoder *lz, const lzma_allocator *allocator,
                     lzma_vli id, const void *options,
                     lzma_lz_options *lz_options) {
  (void)lz, (void)allocator, (void)id, (void)options;
  lz_options->dict_size = size_of_dictionary;
  lz_options->preset_dict = NULL;
  lz_options->preset_dict_size = 0;
  return LZMA_OK;
}

void init_again(void) {
  static const size_t sizes[] = {4096, 8192, 4096};
  lzma_next_coder next = LZMA_NEXT_CODER_INIT;
  const lzma_filter_info filters[2] = {{.id = 1, .init = NULL}, {.init = NULL}};
  for (int i = 0; i < 3; ++i) {
    size_of_dictionary = sizes[i];
    if (lzma_lz_decoder_init(&next, NULL, filters, init) != LZMA_OK && i == 0)
      return;
  }
}
