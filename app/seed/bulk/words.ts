/**
 * Builds the names of a large catalogue. First names of strains combine two halves, about three thousand in all, so
 * that a search for one among 100,000 products finds tens of them.
 */
export const beginnings: readonly string[] =
  'Alder Amber Apple Arbor Ash Aspen Autumn Badger Barley Bay Beaver Beech Bell Birch Black Bram Briar Bright Brook Butter Cedar Chestnut Clay Clover Copper Cran Crow Deer Dove Elder Elm Ember Fair Falcon Fern Finch Fox Frost Gold Gray Green Hawk Hazel Heather Heron Holly Iron Ivy Juniper Kestrel King Lark Laurel Lime Linden Maple Marsh Meadow Mill Mist Moon Moss Oak Orchard Otter Owl Pine Plum Quail Raven Red Ridge Rock Rose Rowan Sage Silver Spruce Stone Summer Swan Thorn Timber Trout Vale Walnut Wheat White Wild Willow Winter Wood Yarrow'.split(
    ' ',
  );

export const endings: readonly string[] =
  'bank bend borough bough bourne bridge brook burn bury by cairn cliff combe cote cove crest croft dale dell den down fell field ford gate glen grove ham haven heath hill holm hurst keld land leigh mark mead mere more mouth ness over pool port reach ridge shaw side stead thorpe ton vale view wald water well wick worth'.split(
    ' ',
  );

/** Second words of strain names: two hundred would read like an atlas; these repeat, as on real menus. */
export const seconds: readonly string[] =
  'Almond Anthem Apricot Aurora Balm Barrel Basil Bergamot Berry Biscuit Blanket Blossom Bloom Blue Bonfire Bounty Bramble Breeze Brew Butter Cake Canyon Caramel Cascade Cashmere Cello Cherry Chestnut Cider Cinder Citrus Clementine Cloud Clove Cobbler Cocoa Comet Compass Coral Cove Cream Crescent Crimson Crumble Crush Currant Custard Cypress Damson Dawn Delight Dew Diamond Diesel Dream Drift Dusk Echo Eclipse Fable Fennel Fig Fire Flame Flora Fog Fudge Garnet Ginger Glacier Glow Grape Gravel Guava Harvest Haze Hearth Honey Horizon Indigo Jade Jam Jasmine Jubilee Kush Lace Lantern Lavender Lemon Light Lilac Lily Lime Lotus Lullaby Mandarin Mango Marble Marmalade Melody Melon Mint Mirage Mist Mocha Molasses Morning Mulberry Muscat Nectar Nectarine Night Nougat Nutmeg Opal Orange Orchid Papaya Parade Parfait Peach Pear Pearl Pecan Pepper Peppermint Petal Pine Pineapple Plum Pollen Poppy Praline Prairie Prism Punch Quartz Quince Rain Raspberry Ribbon Rosemary Ruby Runtz Saffron Sandstone Sapphire Serenade Shadow Sherbet Shimmer Sky Slate Sleet Smoke Snow Sorbet Spice Spring Spritz Squall Star Storm Strudel Sugar Sun Sunset Syrup Tangelo Tangerine Tart Tea Thyme Tide Toffee Topaz Torte Truffle Tulip Twilight Vanilla Velvet Violet Waffle Wave Whisper Wine Wonder Yuzu Zest'.split(
    ' ',
  );

/** The grower; used in descriptions. */
export const growers: readonly string[] =
  'Upper Field|Lower Field|East Branch|West Branch|Hop Barn|River House|Old Orchard|Quarry Lot|Bluestone Terrace|South Meadow|Mill Race|North Wood'.split(
    '|',
  );

export const firstNames: readonly string[] =
  'Ada Alan Alma Amir Ana Arlo Beth Bruno Cara Carl Chloe Cyrus Dana Diego Dora Earl Edith Elena Eli Emma Felix Flora Gavin Gina Hugo Ida Ines Ivan Jack Jane Joel Julia Kai Kara Kurt Lars Lena Leo Lila Luca Mara Max Mina Nate Nell Nico Nora Omar Otto Pam Paul Petra Quinn Ralph Rita Rosa Sara Seth Silas Tara Theo Uma Vera Wade Wendy Yara Yusuf Zoe'.split(
    ' ',
  );

export const lastNames: readonly string[] =
  'Abbott Acosta Baker Barnes Becker Bishop Brandt Burke Carver Chen Cole Conti Cruz Dalton Diaz Dunn Ellis Evans Farrell Flores Fuchs Gallo Garcia Gibbs Grant Gupta Haas Hale Hardy Hayes Hoang Huber Ibarra Ito James Jensen Kane Kaur Keller Kim Klein Lane Larsen Lopez Lynch Marsh Mendez Meyer Mills Moreau Murphy Nash Nguyen Nolan Olsen Ortiz Palmer Park Patel Pham Quinn Ramos Reed Rossi Ruiz Sato Schmidt Shah Silva Stone Suarez Thorne Torres Ueda Vance Vargas Wagner Walsh Weber Wells Wolf Wright Xu Yates Young Zimmer'.split(
    ' ',
  );
