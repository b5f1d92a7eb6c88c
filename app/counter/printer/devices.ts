/**
 * Printers that are plugged into the tablet or paired with it, by WebUSB, Web Serial and Web Bluetooth: they are chosen once
 * by a person, found again, and get bytes. Browser only.
 */
import type { DeviceKind, KnownDevice } from './own-printer.ts';

export type PrinterDevice = {
  known: KnownDevice;
  write(bytes: Uint8Array): Promise<void>;
  close(): Promise<void>;
};

type Bytes = Uint8Array<ArrayBuffer>;
type UsbDevice = {
  vendorId: number;
  productId: number;
  serialNumber?: string | null;
  productName?: string | null;
  configuration: { interfaces: UsbInterface[] } | null;
  open(): Promise<void>;
  close(): Promise<void>;
  selectConfiguration(value: number): Promise<void>;
  claimInterface(number: number): Promise<void>;
  transferOut(endpoint: number, bytes: Bytes): Promise<{ status: string }>;
};
type UsbInterface = {
  interfaceNumber: number;
  alternates: {
    interfaceClass: number;
    endpoints: { endpointNumber: number; direction: string; type: string }[];
  }[];
};
type SerialPort = {
  writable: WritableStream<Bytes> | null;
  open(options: { baudRate: number }): Promise<void>;
  close(): Promise<void>;
  getInfo(): { usbVendorId?: number; usbProductId?: number };
};
type Characteristic = {
  properties: { write: boolean; writeWithoutResponse: boolean };
  writeValueWithResponse(bytes: Bytes): Promise<void>;
  writeValueWithoutResponse(bytes: Bytes): Promise<void>;
};
type BluetoothDevice = {
  id: string;
  name?: string;
  gatt?: {
    connect(): Promise<{
      getPrimaryServices(): Promise<{ getCharacteristics(): Promise<Characteristic[]> }[]>;
    }>;
    disconnect(): void;
  };
};
type Devices = {
  usb?: { getDevices(): Promise<UsbDevice[]>; requestDevice(options: object): Promise<UsbDevice> };
  serial?: { getPorts(): Promise<SerialPort[]>; requestPort(): Promise<SerialPort> };
  bluetooth?: {
    getDevices?(): Promise<BluetoothDevice[]>;
    requestDevice(options: object): Promise<BluetoothDevice>;
  };
};

/** The class of printers (USB-IF, Defined Class Codes). */
const PRINTER_CLASS = 7;
const BAUD = 38_400;
/** Bytes at once: what every device takes. */
const AT_ONCE = { usb: 16_384, serial: 4_096, bluetooth: 100 };
/** Services by which printers take bytes: the usual one of small printers, Microchip’s, and Zebra’s. */
const SERVICES = [
  '000018f0-0000-1000-8000-00805f9b34fb',
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  '38eb4a80-c570-11e3-9507-0002a5d5c51b',
];

const devices = () => navigator as unknown as Devices;

/** Those that this browser knows. */
export const kindsHere = (): DeviceKind[] =>
  (['usb', 'serial', 'bluetooth'] as const).filter((kind) => devices()[kind] !== undefined);

/** Lets a person choose, at their press, and opens it; null if they chose none. Throws if it does not open. */
export async function chooseDevice(kind: DeviceKind): Promise<PrinterDevice | null> {
  try {
    const { usb, serial, bluetooth } = devices();
    if (kind === 'usb' && usb)
      return await openUsb(await usb.requestDevice({ filters: [{ classCode: PRINTER_CLASS }] }));
    if (kind === 'serial' && serial) return await openSerial(await serial.requestPort());
    if (kind === 'bluetooth' && bluetooth)
      return await openBluetooth(
        await bluetooth.requestDevice({ acceptAllDevices: true, optionalServices: SERVICES }),
      );
    return null;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  }
}

/** Opens the one that was chosen before; null while it is not there, and where a press must choose it again. */
export async function findDevice(known: KnownDevice): Promise<PrinterDevice | null> {
  const { usb, serial, bluetooth } = devices();
  const isKnown = (vendor = 0, product = 0) => vendor === known.vendor && product === known.product;
  if (known.kind === 'usb') {
    const all = ((await usb?.getDevices()) ?? []).filter((each) => isKnown(each.vendorId, each.productId));
    // Two of a kind differ by their number, if they have one.
    const found = all.find((each) => (each.serialNumber ?? '') === known.id) ?? all[0];
    return found ? openUsb(found) : null;
  }
  if (known.kind === 'serial') {
    const ports = (await serial?.getPorts()) ?? [];
    const found = ports.find((port) => isKnown(port.getInfo().usbVendorId, port.getInfo().usbProductId));
    return found ? openSerial(found) : null;
  }
  const paired = (await bluetooth?.getDevices?.()) ?? [];
  const found = paired.find(({ id }) => id === known.id);
  return found ? openBluetooth(found) : null;
}

async function openUsb(device: UsbDevice): Promise<PrinterDevice> {
  await device.open();
  if (device.configuration === null) await device.selectConfiguration(1);
  for (const { interfaceNumber, alternates } of device.configuration?.interfaces ?? []) {
    const out = alternates
      .filter(({ interfaceClass }) => interfaceClass === PRINTER_CLASS)
      .flatMap(({ endpoints }) => endpoints)
      .find(({ direction, type }) => direction === 'out' && type === 'bulk');
    if (!out) continue;
    await device.claimInterface(interfaceNumber);
    return {
      known: {
        kind: 'usb',
        name: device.productName ?? 'USB printer',
        ...{ vendor: device.vendorId, product: device.productId, id: device.serialNumber ?? '' },
      },
      write: (bytes) =>
        inParts(bytes, AT_ONCE.usb, async (part) => {
          const { status } = await device.transferOut(out.endpointNumber, part);
          if (status !== 'ok') throw new Error(`the printer answered ${status}`);
        }),
      close: () => device.close(),
    };
  }
  await device.close();
  throw new Error('it takes no bytes as a printer');
}

async function openSerial(port: SerialPort): Promise<PrinterDevice> {
  await port.open({ baudRate: BAUD });
  const { usbVendorId: vendor = 0, usbProductId: product = 0 } = port.getInfo();
  return {
    known: { kind: 'serial', name: 'Serial port', vendor, product, id: '' },
    write: async (bytes) => {
      const writer = port.writable?.getWriter();
      if (!writer) throw new Error('the port is closed');
      try {
        await inParts(bytes, AT_ONCE.serial, (part) => writer.write(part));
      } finally {
        writer.releaseLock();
      }
    },
    close: () => port.close(),
  };
}

async function openBluetooth(device: BluetoothDevice): Promise<PrinterDevice> {
  const services = (await (await device.gatt?.connect())?.getPrimaryServices()) ?? [];
  const all = await Promise.all(services.map((service) => service.getCharacteristics()));
  const target = all.flat().find(({ properties }) => properties.write || properties.writeWithoutResponse);
  if (!target) throw new Error('it takes no bytes as a printer');
  return {
    known: {
      kind: 'bluetooth',
      name: device.name ?? 'Bluetooth printer',
      vendor: 0,
      product: 0,
      id: device.id,
    },
    write: (bytes) =>
      inParts(bytes, AT_ONCE.bluetooth, (part) =>
        target.properties.write
          ? target.writeValueWithResponse(part)
          : target.writeValueWithoutResponse(part),
      ),
    close: async () => device.gatt?.disconnect(),
  };
}

async function inParts(
  bytes: Uint8Array,
  size: number,
  write: (part: Bytes) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < bytes.length; at += size) await write(new Uint8Array(bytes.slice(at, at + size)));
}
